/** Raised whenever a table changes: tables of another version are dropped, for they hold only work in flight. */
export const SCHEMA_VERSION = 1

/** The engine's tables. `json`, not `jsonb`: payloads are returned to the SDK exactly as they were received. */
export const schema = `
create schema if not exists engine;

create table if not exists engine.functions (
  id text primary key, app_id text not null, url text not null, config json not null, enabled boolean not null default true
);

create table if not exists engine.events (
  id text primary key, public_id text not null, name text not null, body json not null, received_at timestamptz not null default now()
);
create index if not exists events_by_public_id on engine.events (public_id);
create index if not exists events_age on engine.events (received_at);

-- event ids seen (24 h) and function-level idempotency keys
create table if not exists engine.once (
  key text primary key, value text not null, expires_at timestamptz not null
);
create index if not exists once_age on engine.once (expires_at);

create table if not exists engine.runs (
  id text primary key, fn_id text not null, status text not null default 'Queued',
  event_id text not null, batch_ids text[], events json not null,
  output json, parallel boolean not null default false,
  singleton_key text, slots json, deadline_start timestamptz, deadline_finish timestamptz,
  parent_run text, parent_step text,
  created_at timestamptz not null default now(), started_at timestamptz, ended_at timestamptz
) with (fillfactor = 70);
create index if not exists runs_by_event on engine.runs (event_id);
create index if not exists runs_by_batch on engine.runs using gin (batch_ids) where batch_ids is not null;
create index if not exists runs_open on engine.runs (fn_id) where ended_at is null;
create index if not exists runs_single on engine.runs (singleton_key) where ended_at is null and singleton_key is not null;
create index if not exists runs_age on engine.runs (ended_at) where ended_at is not null;

create sequence if not exists engine.step_order;
create table if not exists engine.steps (
  run_id text not null, id text not null, op text not null, name text, batch text, opts json,
  memo json, seq bigint, created_at timestamptz not null default now(),
  primary key (run_id, id)
);

-- one pending or running call to the application; step_id null = "go on with the function"
create table if not exists engine.items (
  id text primary key, run_id text not null, step_id text, attempt int not null default 0,
  due_at timestamptz not null, job_id bigint, token text, unreachable_since timestamptz
) with (fillfactor = 70);
create index if not exists items_by_run on engine.items (run_id);
create unique index if not exists items_one_discovery on engine.items (run_id) where step_id is null and token is null;

create table if not exists engine.waits (
  run_id text not null, step_id text not null, event_name text not null, expression text,
  match_path text, match_key text, primary key (run_id, step_id)
);
create index if not exists waits_by_event on engine.waits (event_name, match_path, match_key);

create table if not exists engine.leases (item_id text not null, key text not null, primary key (item_id, key));
create index if not exists leases_by_key on engine.leases (key);
create sequence if not exists engine.park_order;
create table if not exists engine.parked (
  item_id text not null, key text not null, max int not null, seq bigint not null, primary key (item_id, key)
);
create index if not exists parked_by_key on engine.parked (key, seq);

create table if not exists engine.windows (key text primary key, starts_at timestamptz not null, used int not null, expires_at timestamptz not null);
create table if not exists engine.debounces (
  key text primary key, fn_id text not null, event json not null, first_at timestamptz not null, due_at timestamptz not null
);
create table if not exists engine.batches (
  seq bigserial primary key, key text not null, fn_id text not null, event json not null, due_at timestamptz not null
);
create index if not exists batches_by_key on engine.batches (key, seq);

create table if not exists engine.crons (
  fn_id text not null, expression text not null, next_at timestamptz not null, primary key (fn_id, expression)
);

create table if not exists engine.processes (
  id text primary key, host text not null, pid int not null, workers text[] not null, beat_at timestamptz not null default now()
);

create or replace function engine.queue_item(p_item text, p_due timestamptz) returns bigint language sql volatile as $$
  select (graphile_worker.add_job('call', json_build_object('item', p_item), run_at => p_due, max_attempts => 20)).id
$$;

-- asks for one more look at the function, unless one is already waiting
create or replace function engine.discover(p_run text, p_item text) returns void language plpgsql as $$
begin
  insert into engine.items (id, run_id, due_at) values (p_item, p_run, now()) on conflict do nothing;
  if found then
    update engine.items set job_id = engine.queue_item(p_item, now()) where id = p_item;
  end if;
end $$;

-- takes all the slots an item needs, or queues it for them in order of arrival
create or replace function engine.acquire(p_item text, p_keys text[], p_limits int[]) returns boolean language plpgsql as $$
declare i int; parked_as bigint;
begin
  perform pg_advisory_xact_lock(7303001);
  if exists (select from engine.leases where item_id = p_item) then return true; end if;
  for i in 1 .. array_length(p_keys, 1) loop
    if (select count(*) from engine.leases where key = p_keys[i]) >= p_limits[i] then
      parked_as := nextval('engine.park_order');
      insert into engine.parked (item_id, key, max, seq)
        select p_item, k, l, parked_as from unnest(p_keys, p_limits) as u(k, l) on conflict do nothing;
      return false;
    end if;
  end loop;
  insert into engine.leases (item_id, key) select p_item, unnest(p_keys) on conflict do nothing;
  return true;
end $$;

-- gives back an item's slots and hands them straight to whoever waits longest and fits
create or replace function engine.release(p_item text) returns void language plpgsql as $$
declare freed text[];
begin
  perform pg_advisory_xact_lock(7303001);
  delete from engine.parked where item_id = p_item;
  with gone as (delete from engine.leases where item_id = p_item returning key) select array_agg(key) into freed from gone;
  if freed is not null then perform engine.hand_over(freed); end if;
end $$;

create or replace function engine.hand_over(p_keys text[]) returns int language plpgsql as $$
declare k text; waiting record; granted int := 0;
begin
  foreach k in array p_keys loop
    for waiting in select item_id, max from engine.parked where key = k order by seq loop
      exit when (select count(*) from engine.leases where key = k) >= waiting.max;
      if not exists (select from engine.items where id = waiting.item_id) then
        delete from engine.parked where item_id = waiting.item_id;
        continue;
      end if;
      continue when exists (
        select from engine.parked p where p.item_id = waiting.item_id
        and (select count(*) from engine.leases l where l.key = p.key) >= p.max);
      insert into engine.leases (item_id, key) select item_id, key from engine.parked where item_id = waiting.item_id on conflict do nothing;
      delete from engine.parked where item_id = waiting.item_id;
      update engine.items set job_id = engine.queue_item(id, now()) where id = waiting.item_id;
      granted := granted + 1;
    end loop;
  end loop;
  return granted;
end $$;
`
