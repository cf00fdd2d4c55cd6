-- The games. `events` is the truth; every other table here holds what must be found without folding a log, or what must
-- not stand in one. `game_id` leads every key, so that all rows of a game can live on one node, and no statement on the
-- append path touches two games.

-- One row a game. An append moves it from (version, head) to the next (version, head), or does nothing: that row is the
-- only point where two appends to one game meet.
create table games (
    game_id uuid not null,
    -- The version and the hash of the newest event.
    version bigint not null,
    head bytea not null,
    -- What lists are filtered by, derived from the log.
    status text not null,
    preset text not null,
    arms smallint not null,
    dice_count smallint not null,
    dice_source text not null,
    -- How many will play, and how many sit.
    seats smallint not null,
    seated smallint not null,
    owner uuid not null,
    -- Whether strangers find the game in a list. Anybody who has its id may read it either way.
    listed boolean not null,
    -- The SHA-256 of the code that is needed to sit down; null where anybody may.
    invite_hash bytea,
    -- The chairs that are asked now, for what, and since when.
    asked smallint[] not null,
    asked_what text not null,
    asked_since timestamptz not null,
    -- When the clock acts; null where it does not.
    due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint games_pkey primary key (game_id),
    constraint games_version_positive check (version > 0),
    constraint games_head_is_sha256 check (octet_length(head) = 32),
    constraint games_status_known check (status in ('open', 'closed', 'playing', 'ended')),
    constraint games_invite_is_sha256 check (octet_length(invite_hash) = 32)
)
-- Appends rewrite the row in place; with room on the page they touch no index.
with (fillfactor = 70);

-- The public lists, newest first: of one status, and of all.
create index games_listed_by_status on games (status, created_at desc, game_id desc) where listed;
create index games_listed on games (created_at desc, game_id desc) where listed;
-- "Mine" holds what a player owns without sitting there.
create index games_by_owner on games (owner);
-- What the clock looks for every second; few games are ever in it.
create index games_due on games (due_at) where due_at is not null;

-- Who sits where: changes only when somebody sits down or gets up. "My turn" is a row here whose chair is in `games.asked`.
create table seats (
    game_id uuid not null,
    chair smallint not null,
    player_id uuid not null,
    constraint seats_pkey primary key (game_id, chair),
    constraint seats_chair_exists check (chair between 0 and 7)
);
create index seats_by_player on seats (player_id, game_id);

-- The sealed seed of a running game with server dice; the key is not in the database. Deleted by the statement that
-- appends `reveal`.
create table secrets (
    game_id uuid not null,
    seed_sealed bytea not null,
    -- Which key seals it.
    key_id text not null,
    constraint secrets_pkey primary key (game_id)
);

-- What a request with an Idempotency-Key made. `print` is a hash of the request, to tell a repetition from another
-- request under the same key.
create table commands (
    game_id uuid not null,
    player_id uuid not null,
    key text not null,
    print bytea not null,
    first_version bigint not null,
    last_version bigint not null,
    constraint commands_pkey primary key (game_id, player_id, key)
);
