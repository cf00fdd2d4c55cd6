-- Who plays. A player is an id and a display name; whatever proves that a request comes from that player is a token.

create table players (
    player_id uuid not null,
    -- Shown to others; never part of an event, so that a log holds ids alone.
    name text not null,
    created_at timestamptz not null,
    constraint players_pkey primary key (player_id),
    constraint players_name_not_empty check (name <> '')
);

-- A bearer token is shown once and kept only as its SHA-256, so that a dump of this table opens no door.
-- The hash leads because a request knows nothing else; no foreign key, since the two tables may live on different nodes.
create table tokens (
    hash bytea not null,
    player_id uuid not null,
    created_at timestamptz not null,
    constraint tokens_pkey primary key (hash),
    constraint tokens_hash_is_sha256 check (octet_length(hash) = 32)
);
create index tokens_by_player on tokens (player_id);
