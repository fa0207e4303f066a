import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { HitKind } from '@/schemas/search/words'
import { beginsWith } from '@/server/text/begins-with'
import type { SearchTerm } from '@/server/text/parse-search-term'

/** The maximum of shown hits of a kind. */
export const MAX_HITS = 20

/** A row of a finder. */
export const foundRow = z.object({
  id: z.string(),
  business_id: z.string(),
  project_id: z.string().nullable(),
  label: z.string(),
  status: z.string().nullable(),
  created_at: z.coerce.date(),
})
export type Found = z.output<typeof foundRow> & { kind: HitKind }

/**
 * Rows of `id, business_id, project_id, label, status, created_at`, each found by an index alone; one more than is
 * shown.
 */
type Finder = (value: string) => SQL

/**
 * The values that a search matches. Any text may be a customer's reference, an idempotency key, or the beginning of a
 * name. `madeBy`: the ids of what requests created, and `ids`: those found by a part of a value, as Postgres arrays.
 */
export type SearchBy =
  | SearchTerm['by']
  | 'customerReference'
  | 'idempotencyKey'
  | 'madeBy'
  | 'ids'
  | 'hashPrefix'
  | 'name'

const LIMIT = sql`limit ${MAX_HITS + 1}`

const BUSINESS = sql`select b.id, b.id as business_id, null::uuid as project_id, b.name as label, b.status, b.created_at from businesses b`
const DEPOSIT = sql`select d.id, d.business_id, d.project_id, d.symbol || ' in ' || d.tx_hash as label, d.stage as status, d.created_at from deposits d`
const TRANSACTION = sql`select t.id, t.business_id, t.project_id, replace(initcap(t.type), '_', ' ') || ' to ' || t.to_address as label, t.status, t.created_at from transactions t`
const SUBSCRIPTION = sql`select s.id, s.business_id, s.project_id, s.contract_address as label,
  case when s.deleted_at is null then s.status else 'deleted' end as status, s.created_at from indexer_subscriptions s`
const LOG = sql`select l.id, l.business_id, l.project_id, l.event_type || ' in ' || l.transaction_hash as label, l.status, l.created_at from indexer_logs l`
const PAYMENT = sql`select p.id, p.business_id, p.project_id, p.payment_ref as label, p.status, p.created_at from payments p`
const TOKEN = sql`select t.id, t.business_id, t.project_id, t.ticker || ', ' || t.name as label, t.status, t.created_at from tokens t`
const ENDPOINT = sql`select e.id, e.business_id, e.project_id, e.url as label,
  case when e.deleted_at is null then e.status else 'deleted' end as status, e.created_at from webhook_endpoints e`
// Requests of unknown callers belong to no business, so there is nothing to show.
const REQUEST = sql`select r.id, r.business_id, r.project_id, r.method || ' ' || r.path as label, r.status::text, r.created_at from request_log r`
const WALLET = sql`select w.id, w.business_id, coalesce(w.bound_project_id, w.project_id) as project_id, w.address as label,
  case when w.is_active then 'active' else 'deactivated' end as status, w.created_at from wallets w`

// Named by its plan: `Scale, Wallet, yearly`.
const PLAN_SUBSCRIPTION = sql`select s.id, s.business_id, s.project_id,
  p.name || ', ' || o.name || ', ' || lower(s.billing_cycle) as label, s.status, s.created_at
  from subscriptions s join plans p on p.id = s.plan_id join products o on o.id = s.product_id`

const KEY = sql`select k.id, k.business_id, k.project_id,
  case when k.name = '' then '' else k.name || ', ' end || k.prefix || '…' || k.last_four as label,
  case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired' else 'active' end as status, k.created_at from api_keys k`
const PERSON = sql`select u.id, m.member_of as business_id, null::uuid as project_id, u.name || ', ' || m.role as label,
  case when u.is_active then 'active' else 'deactivated' end as status, u.created_at
  from users u join memberships m on m.user_id = u.id`

/** The finders for each form of a search term, by the kind of record. */
export const FINDERS: Record<SearchBy, Partial<Record<HitKind, Finder>>> = {
  id: {
    business: (id) => sql`${BUSINESS} where b.id = ${id}::uuid`,
    project: (id) =>
      sql`select p.id, p.business_id, p.id as project_id, p.name as label, p.status, p.created_at from projects p where p.id = ${id}::uuid`,
    wallet: (id) => sql`${WALLET} where w.id = ${id}::uuid`,
    transaction: (id) => sql`${TRANSACTION} where t.id = ${id}::uuid`,
    deposit: (id) => sql`${DEPOSIT} where d.id = ${id}::uuid`,
    subscription: (id) => sql`${SUBSCRIPTION} where s.id = ${id}::uuid`,
    log: (id) => sql`${LOG} where l.id = ${id}::uuid`,
    endpoint: (id) => sql`${ENDPOINT} where e.id = ${id}::uuid`,
    message: (id) =>
      sql`select m.id, m.business_id, m.project_id, m.kind || ' to ' || m.url as label, m.status, m.created_at from webhook_messages m where m.id = ${id}::uuid`,
    request: (id) => sql`${REQUEST} where r.id = ${id}::uuid and r.business_id is not null`,
    payment: (id) => sql`${PAYMENT} where p.id = ${id}::uuid`,
    token: (id) => sql`${TOKEN} where t.id = ${id}::uuid`,
    planSubscription: (id) => sql`${PLAN_SUBSCRIPTION} where s.id = ${id}::uuid`,
  },
  hash: {
    transaction: (hash) =>
      sql`${TRANSACTION} where t.id in (select a.transaction_id from transaction_attempts a where a.tx_hash = ${hash}) ${LIMIT}`,
    deposit: (hash) => sql`${DEPOSIT} where d.tx_hash = ${hash} ${LIMIT}`,
    // Searches by the event, because logs are too many for a separate index.
    log: (hash) => sql`select found.* from (
        select distinct e.business_id, e.subscription_id, e.event_id from indexer_events e where e.transaction_hash = ${hash}
      ) event cross join lateral (
        ${LOG} where l.business_id = event.business_id and l.subscription_id = event.subscription_id and l.event_id = event.event_id
        order by l.id limit ${MAX_HITS + 1}
      ) found ${LIMIT}`,
  },
  // A range of each chain's hashes. The digits of a hash sort before `g` in every collation.
  hashPrefix: {
    transaction: (prefix) =>
      sql`${TRANSACTION} where t.id = any(array(
        select found.transaction_id from chains c cross join lateral (
          select a.transaction_id from transaction_attempts a
          where a.chain_id = c.chain_id and a.tx_hash >= ${prefix} and a.tx_hash < ${`${prefix}g`}
          order by a.tx_hash limit ${MAX_HITS + 1}
        ) found)) order by t.id desc ${LIMIT}`,
    deposit: (prefix) =>
      sql`${DEPOSIT} where d.tx_hash >= ${prefix} and d.tx_hash < ${`${prefix}g`} order by d.tx_hash ${LIMIT}`,
    // The id of an event begins with the hash. Postgres skips through the index from one subscription to the next.
    log: (prefix) => sql`select found.* from (
        select distinct e.business_id, e.subscription_id, e.event_id from (
          select i.business_id, i.subscription_id, i.event_id from indexer_events i
          where i.event_id >= ${prefix} and i.event_id < ${`${prefix}g`} and i.reverted_at is null limit ${MAX_HITS + 1}
        ) e
      ) event cross join lateral (
        ${LOG} where l.business_id = event.business_id and l.subscription_id = event.subscription_id and l.event_id = event.event_id
        order by l.id limit ${MAX_HITS + 1}
      ) found ${LIMIT}`,
  },
  reference: {
    payment: (reference) =>
      sql`${PAYMENT} where p.id in (
        select q.id from payments q where q.payment_ref = ${reference}
        union select a.payment_id from deposit_accounts a where a.reference = ${reference}) ${LIMIT}`,
    planSubscription: (reference) =>
      sql`${PLAN_SUBSCRIPTION} where s.id in (select q.subscription_id from payments q where q.payment_ref = ${reference}) ${LIMIT}`,
  },
  customerReference: {
    payment: (reference) => sql`${PAYMENT} where p.client_reference = ${reference} order by p.id desc ${LIMIT}`,
    wallet: (reference) => sql`${WALLET} where w.reference = ${reference} order by w.id desc ${LIMIT}`,
    transaction: (reference) => sql`${TRANSACTION} where t.reference = ${reference} order by t.id desc ${LIMIT}`,
    token: (reference) => sql`${TOKEN} where t.reference = ${reference} order by t.id desc ${LIMIT}`,
    // Postgres skips through the index from one project to the next.
    planSubscription: (reference) => sql`${PLAN_SUBSCRIPTION} where s.client_reference = ${reference} ${LIMIT}`,
  },
  // The log keeps requests for 30 days, refused ones too.
  idempotencyKey: {
    request: (key) =>
      sql`${REQUEST} where r.idempotency_key = ${key} and r.business_id is not null order by r.created_at desc ${LIMIT}`,
  },
  ids: {
    business: (ids) => sql`${BUSINESS} where b.id = any(${ids}::uuid[])`,
    wallet: (ids) => sql`${WALLET} where w.id = any(${ids}::uuid[]) order by w.id desc`,
    payment: (ids) => sql`${PAYMENT} where p.id = any(${ids}::uuid[]) order by p.id desc`,
    token: (ids) => sql`${TOKEN} where t.id = any(${ids}::uuid[]) order by t.id desc`,
    key: (ids) => sql`${KEY} where k.id = any(${ids}::uuid[]) order by k.id desc`,
    person: (ids) => sql`${PERSON} where u.id = any(${ids}::uuid[])`,
    planSubscription: (ids) => sql`${PLAN_SUBSCRIPTION} where s.id = any(${ids}::uuid[]) order by s.id desc`,
  },
  madeBy: {
    transaction: (ids) =>
      sql`${TRANSACTION} where t.id = any(array(
        select made.id from unnest(${ids}::uuid[]) made (id)
        union all select b.id from transactions b where b.batch_id = any(${ids}::uuid[])
        union all select s.transaction_id from token_steps s where s.operation_id = any(${ids}::uuid[]))) order by t.id desc ${LIMIT}`,
    payment: (ids) => sql`${PAYMENT} where p.id = any(${ids}::uuid[])`,
    token: (ids) => sql`${TOKEN} where t.id = any(${ids}::uuid[])`,
  },
  name: {
    // The pattern is made here, so that an index finds it.
    business: (name) => sql`${BUSINESS} where ${beginsWith(sql`b.name`, name)} order by lower(b.name) ${LIMIT}`,
  },
  accountNumber: {
    payment: (number) =>
      sql`${PAYMENT} where p.id in (select a.payment_id from deposit_accounts a where a.account_number = ${number}) order by p.id desc ${LIMIT}`,
  },
  url: {
    subscription: (url) => sql`${SUBSCRIPTION} where s.webhook_url = ${url} order by s.id desc ${LIMIT}`,
    endpoint: (url) => sql`${ENDPOINT} where e.url = ${url} order by e.id desc ${LIMIT}`,
  },
  email: {
    person: (email) => sql`${PERSON} where u.email = ${email} ${LIMIT}`,
  },
  address: {
    wallet: (address) => sql`${WALLET} where w.address = ${address} ${LIMIT}`,
    transaction: (address) => sql`${TRANSACTION} where t.to_address = ${address} order by t.id desc ${LIMIT}`,
    deposit: (address) => sql`${DEPOSIT} where d.from_address = ${address} order by d.id desc ${LIMIT}`,
    subscription: (address) => sql`${SUBSCRIPTION} where s.contract_address = ${address} order by s.id desc ${LIMIT}`,
  },
}

/**
 * The ids of what requests of a business made under an idempotency key. Postgres skips through the index that makes
 * keys unique: it reads a few pages for each project and operation of the business, however many keys there are.
 */
export function createdByKey(key: string, businessId: string): SQL {
  return sql`
    select k.resource_id as id from idempotency_keys k
    where k.business_id = ${businessId}::uuid and k.environment = 'live' and k.key = ${key} and k.resource_id is not null ${LIMIT}`
}

/**
 * The ids for every business, found through the request log: to skip through the keys of all projects takes too long.
 * Keys whose requests have left the log are not found.
 */
export function createdByKeyOfAll(key: string): SQL {
  return sql`
    select k.resource_id as id from (
      select distinct r.business_id, r.project_id, r.operation from request_log r
      where r.idempotency_key = ${key} and r.business_id is not null ${LIMIT}
    ) call join idempotency_keys k on k.business_id = call.business_id and k.project_id = call.project_id
      and k.environment = 'live' and k.operation = call.operation and k.key = ${key}
    where k.resource_id is not null ${LIMIT}`
}
