-- The seals of finished games: a signature over version and head, made once, by the statement that appends `end`.
-- No event holds one, so that a log can be moved to a server with other keys.
create table seals (
    game_id uuid not null,
    -- What is signed: where the log ends.
    version bigint not null,
    head bytea not null,
    -- The fingerprint of the key, which is published.
    key bytea not null,
    signature bytea not null,
    constraint seals_pkey primary key (game_id),
    constraint seals_head_is_sha256 check (octet_length(head) = 32),
    constraint seals_key_is_sha256 check (octet_length(key) = 32),
    constraint seals_signature_is_ed25519 check (octet_length(signature) = 64)
);

-- Games that came by an import: this server did not see them played, so that it seals none that was over by then.
create table imports (
    game_id uuid not null,
    imported_at timestamptz not null,
    constraint imports_pkey primary key (game_id)
);
