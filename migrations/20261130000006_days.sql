-- An index of all games by the day of their creation, for auditors: a game that was closed early must be as visible as
-- one that was played to its end, also to who comes years later. What the index says is here, so that no log is folded
-- for it; `parchis check` compares it with the logs.

alter table games
    -- The commitment to the seed of its dice, as in the first event; null where real dice are rolled.
    add column dice_commit bytea,
    -- When play began; null before, and where it never did.
    add column started_at timestamptz,
    -- Why it ended; null before. When it did is `updated_at`, since nothing happens afterwards.
    add column end_reason text,
    -- The head of the empty log (PROOF, "Log"), which follows from the id and does not give it away: it orders games of one
    -- moment, and names one that is not listed. LP("parchis-event/1 genesis"), then LP(game_id).
    add column genesis bytea not null generated always as (
        sha256('\x00000017706172636869732d6576656e742f312067656e6573697300000010'::bytea || uuid_send(game_id))
    ) stored,
    add constraint games_commit_is_sha256 check (octet_length(dice_commit) = 32);

-- Games that are there already. Bodies are canonical, so that a member stands in exactly these letters; what cannot be
-- read leaves its column null, and is a finding of `parchis check`.
update games set
    dice_commit = (
        select decode(substring(body from '"commit":"([0-9a-f]{64})"'), 'hex')
        from events where events.game_id = games.game_id and version = 1
    ),
    started_at = (
        select substring(body from '^{"at":"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z)"')::timestamptz
        from events where events.game_id = games.game_id and body like '%"kind":"start"%'
        order by version limit 1
    ),
    end_reason = (
        select substring(body from '"reason":"([a-z_]+)"')
        from events where events.game_id = games.game_id and body like '%"kind":"end"%'
        order by version desc limit 1
    );

-- One walk a day, in the order of creation.
create index games_by_day on games (created_at, genesis);
