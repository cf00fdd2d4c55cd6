-- Whose game it is: what of a game's log belongs to the feed of which player. An owner's game is theirs from the first
-- event to the last; whoever sits down gets the game from its first event, too, until they get up. Who sits down again
-- gets a second row, which begins where the first one ended, so that a reader misses and doubles nothing whenever it
-- comes by. Rows change only when seats do and when a game ends, in the statement that appends the events.
create table members (
    game_id uuid not null,
    player_id uuid not null,
    -- The events after this version …
    after_version bigint not null,
    -- … up to this one; null while it goes on.
    until_version bigint,
    -- When it ended, by the database's clock, which all processes share; never, while it goes on. A feed walks along it, so
    -- that what is over and was given costs nothing any more.
    until_at timestamptz not null default 'infinity',
    constraint members_pkey primary key (game_id, player_id, after_version),
    constraint members_ended_at_a_version check ((until_version is null) = (until_at = 'infinity'))
);
create index members_by_player on members (player_id, until_at, game_id);

-- Games that are there already.
insert into members (game_id, player_id, after_version, until_version, until_at)
select games.game_id, member.player_id, 0,
    case when games.status = 'ended' then games.version end,
    case when games.status = 'ended' then games.updated_at else 'infinity' end
from games
cross join lateral (
    select games.owner as player_id
    union
    select seats.player_id from seats where seats.game_id = games.game_id
) as member;
