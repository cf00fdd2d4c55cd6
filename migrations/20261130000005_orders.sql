-- Standing orders: what a seat's player has the server do. They influence no fold, so they stand beside the log, and in the
-- game's row, because an append must know of them: the statement that moves the row reads them as they are at that moment,
-- so that an order put meanwhile is neither missed nor obeyed too late, and a game without orders pays nothing.

alter table games
    -- A word for each thing ordered, by chair: `2:roll`, `2:forced`, `2:policy:cautious`.
    add column orders text[] not null default '{}',
    -- Since when an order says what comes next; null where none does. Set by the append that brought it about, or with the
    -- order itself.
    add column ordered_at timestamptz;

-- What any process looks for every second: where the clock acts, and where an order does. Few games are ever in it.
drop index games_due;
create index games_due on games (least(due_at, ordered_at), game_id) where due_at is not null or ordered_at is not null;
