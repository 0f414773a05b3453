/** Forward only: what stands here was run somewhere, and is never changed. */
export const MIGRATIONS: readonly string[] = [
  `create table sdd.projects (
     id text primary key,
     repository text not null,
     base text not null,
     settings text not null default '{}',
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
   create sequence sdd.served;`,
]
