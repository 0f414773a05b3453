/** Forward only: each of these has already run somewhere and must never be changed. */
export const MIGRATIONS: readonly string[] = [
  `create table sdd.projects (
     id text primary key,
     repository text not null,
     base text not null,
     settings text not null default '{}',
     -- Whose workers run its steps.
     pool text not null default 'default',
     created_at timestamptz not null default now()
   );
   create table sdd.items (
     id bigint generated always as identity primary key,
     project text not null references sdd.projects,
     kind text not null,
     name text not null,
     -- The highest number given to an entry: never given again, also when entries are gone.
     given bigint not null default 0,
     -- spec.json or bug.json, as text: jsonb refuses what JSON allows, and orders keys anew.
     record text not null default '{}',
     head text,
     unique (project, kind, name)
   );
   create table sdd.journal (
     item bigint not null references sdd.items on delete cascade,
     seq bigint not null,
     entry text not null,
     primary key (item, seq)
   );
   create table sdd.slots (
     line text not null,
     holder text not null,
     -- Who shares in turn: the project.
     party text not null,
     -- What it counts for: its pool, its project, its kind.
     groups text[] not null,
     place bigint generated always as identity,
     is_holding boolean not null default false,
     primary key (line, holder)
   );
   create table sdd.turns (
     line text not null,
     party text not null,
     served bigint not null,
     primary key (line, party)
   );
   create sequence sdd.served;
   create table sdd.limits (
     name text primary key,
     at_most int not null
   );
   create table sdd.workers (
     id text primary key,
     name text not null,
     key_hash text not null unique,
     pools text[] not null,
     revoked_at timestamptz,
     last_heard_at timestamptz
   );
   create table sdd.codes (
     code_hash text primary key,
     pools text[] not null,
     expires_at timestamptz not null
   );
   create table sdd.attempts (
     agent_id text primary key,
     item bigint not null references sdd.items on delete cascade,
     -- Null for one that was fenced before it was ever started.
     request text,
     queue text not null,
     job uuid,
     state text not null check (state in ('queued', 'claimed', 'ended', 'stopped', 'lost', 'fenced')),
     worker text,
     -- The commit that it began with: its push is refused when the branch has moved.
     head text,
     ended text,
     made_at timestamptz not null default now()
   );
   create index on sdd.attempts (item) where state in ('queued', 'claimed');
   create index on sdd.attempts (worker) where state = 'claimed';
   create table sdd.timers (
     item bigint not null references sdd.items on delete cascade,
     name text not null,
     job uuid,
     due timestamptz,
     left_ms bigint,
     primary key (item, name)
   );
   create table sdd.output (
     agent_id text not null references sdd.attempts on delete cascade,
     number int not null,
     begins bigint not null,
     bytes bytea not null,
     primary key (agent_id, number)
   );`,
  `create table sdd.sessions (
     id text primary key,
     -- Who it was made for.
     name text not null,
     role text not null check (role in ('viewer', 'operator', 'admin')),
     -- Null for a command line, which has a key alone.
     cookie_hash text unique,
     key_hash text not null unique,
     created_at timestamptz not null default now(),
     seen_at timestamptz not null default now()
   );
   create table sdd.invitations (
     code_hash text primary key,
     name text not null,
     role text not null check (role in ('viewer', 'operator', 'admin')),
     expires_at timestamptz not null
   );
   -- Kept until its agent has ended: who was away when it was given hears it afterwards.
   create table sdd.answers (
     agent_id text not null references sdd.attempts on delete cascade,
     question_id text not null,
     answer text not null,
     primary key (agent_id, question_id)
   );
   -- The end that someone has seen already.
   alter table sdd.items add column seen_end text;
   alter table sdd.workers
     add column slots int,
     add column version text,
     add column agents text not null default '[]',
     add column is_draining boolean not null default false;
   alter table sdd.attempts
     add column claimed_at timestamptz,
     add column ended_at timestamptz,
     -- As its worker last reported it.
     add column info text;`,
  `-- comments.json, as text.
   alter table sdd.items add column comments text not null default '[]';
   -- Put aside: its name stays taken until it is restored.
   alter table sdd.items
     add column archived_at timestamptz,
     add column archived_how text check (archived_how in ('archived', 'deleted'));`,
  `-- What the item hears when it is due; timers of earlier versions are jobs, which are heard as well.
   alter table sdd.timers add column news text;
   create index on sdd.timers (due) where news is not null;
   -- Under which it was asked for: asked again with the same, the same one is given.
   alter table sdd.attempts add column claim text unique;`,
  `create index on sdd.slots (line) where not is_holding;`,
  `-- Runs come and go without a lock where nothing limits them: a limit waits for those on their way.
   create function sdd.await_runs() returns trigger language plpgsql as $$
     begin
       perform pg_advisory_xact_lock(7336003);
       return null;
     end
   $$;
   create trigger await_runs before insert or update or delete on sdd.limits
     for each statement execute function sdd.await_runs();`,
  `-- Written only by those who have the item's row: to look for it again for each entry, attempt and
   -- timer costs more than to write them. What an item leaves goes with it as before.
   alter table sdd.journal drop constraint journal_item_fkey;
   alter table sdd.attempts drop constraint attempts_item_fkey;
   alter table sdd.timers drop constraint timers_item_fkey;
   create function sdd.forget_item() returns trigger language plpgsql as $$
     begin
       delete from sdd.journal where item = old.id;
       delete from sdd.attempts where item = old.id;
       delete from sdd.timers where item = old.id;
       return null;
     end
   $$;
   create trigger forget_item after delete on sdd.items
     for each row execute function sdd.forget_item();
   -- Both ask only for what is claimed; what has ended is in neither.
   alter table sdd.attempts drop constraint attempts_claim_key;
   drop index sdd.attempts_worker_idx;
   create unique index on sdd.attempts (worker, claim) where state = 'claimed';
   -- Room beside each item for its next version: then no index has to be changed.
   alter table sdd.items set (fillfactor = 50);`,
  `-- The commits of the item's own refs as its last step left them: whatever else is in the
   -- repository under these names was pushed by someone else. Null for an item whose last step was
   -- run by an earlier version, which did not say.
   alter table sdd.items add column refs text default '{}';
   update sdd.items set refs = null where head is not null;`,
  `-- How calls were answered that no journal tells of: one with the same id is not carried out again.
   create table sdd.calls (
     project text not null references sdd.projects on delete cascade,
     call text not null,
     answer text not null,
     made_at timestamptz not null default now(),
     primary key (project, call)
   );
   create index on sdd.calls (made_at);`,
]
