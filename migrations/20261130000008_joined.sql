-- Since when a game is a player's. The cursor of a feed names only games in which something happened lately; of the others
-- it says up to which moment all was given, by the times of their logs. A game whose rows became a player's after that
-- moment was not given at all, however old its events are.
--
-- By the same times, then; the default is for processes of an older release that go on beside newer ones. What is there
-- already became a player's before anybody had such a cursor.
alter table members add column joined_at timestamptz not null default now();
