-- Whether the server lives. Clocks run in games by the times of their logs; a time in which no process of the server
-- could act must be charged to nobody, and so it must be known. Nothing here belongs to a game, and no append touches it.

-- The newest moment at which some process could write, by that process's clock, like the times in the logs. One row for
-- all processes: every living one moves it forward about once a second.
create table pulse (
    singleton boolean not null default true,
    beaten_at timestamptz not null,
    constraint pulse_pkey primary key (singleton),
    constraint pulse_is_one check (singleton)
);

-- The gaps between two beats that were too long to be chance: nobody lived, or the database was away. Whoever beats
-- first again writes the gap down. Kept for good: what a game's log leaves out of a charge, `parchis check` finds here.
create table outages (
    began_at timestamptz not null,
    ended_at timestamptz not null,
    constraint outages_pkey primary key (began_at),
    constraint outages_last check (ended_at > began_at)
);
create index outages_by_end on outages (ended_at);
