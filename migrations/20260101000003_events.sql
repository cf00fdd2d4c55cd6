-- The log: every event of every game, exactly as it was written. `body` is canonical JSON and is hashed, so it is text,
-- not jsonb; `hash` chains it to the event before. The primary key is the last guard against a gap or a double: if it
-- ever fires, a game's row and its log disagree.

create table events (
    game_id uuid not null,
    version bigint not null,
    body text not null,
    hash bytea not null,
    constraint events_pkey primary key (game_id, version),
    constraint events_version_positive check (version > 0),
    constraint events_hash_is_sha256 check (octet_length(hash) = 32)
);

-- An event is never changed, removed or truncated, by nobody. The trigger fires once a statement and never on an insert,
-- so appends do not pay for it; `enable always` keeps it awake under `session_replication_role = replica` too.
-- An engine without triggers (or without these) goes without: the guard is a second belt, not what the log rests on.
do $guard$
begin
    create function refuse_to_change_events() returns trigger language plpgsql as $refuse$
    begin
        raise exception 'events are append-only'
            using errcode = 'restrict_violation', constraint = 'events_append_only', table = 'events';
    end
    $refuse$;
    create trigger events_append_only
        before update or delete or truncate on events
        for each statement execute function refuse_to_change_events();
    alter table events enable always trigger events_append_only;
exception
    when feature_not_supported then
        raise notice 'this engine has no statement triggers: events are guarded by the server alone';
end
$guard$;
