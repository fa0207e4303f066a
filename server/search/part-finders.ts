import { type SQL, sql } from 'drizzle-orm'
import type { HitKind } from '@/schemas/search/words'
import type { SearchPart } from '@/server/text/parse-search-parts'
import { MAX_HITS } from './finders'

/** The ids that match a part of a value, in one business or, with null, in all. */
type PartFinder = (part: string, businessId: string | null) => SQL

const LIMIT = sql`limit ${MAX_HITS + 1}`

const ofBusiness = (column: SQL, businessId: string | null) =>
  businessId === null ? sql`` : sql`and ${column} = ${businessId}::uuid`

/** The finders for each part of a value. Each reads an index, and never a table from end to end. */
export const PART_FINDERS: Record<SearchPart['by'], Partial<Record<HitKind, PartFinder>>> = {
  addressStart: {
    wallet: (part, businessId) =>
      sql`select w.id from wallets w where lower(w.address) like ${part} ${ofBusiness(sql`w.business_id`, businessId)} ${LIMIT}`,
  },
  addressEnd: {
    wallet: (part, businessId) =>
      sql`select w.id from wallets w where reverse(lower(w.address)) like ${part} ${ofBusiness(sql`w.business_id`, businessId)} ${LIMIT}`,
  },
  referenceStart: {
    payment: (part, businessId) => sql`
      (select p.id from payments p where p.payment_ref like ${part} ${ofBusiness(sql`p.business_id`, businessId)} ${LIMIT})
      union (select a.payment_id from deposit_accounts a where a.reference like ${part} ${ofBusiness(sql`a.business_id`, businessId)} ${LIMIT})`,
  },
  lastFour: {
    key: (part, businessId) =>
      sql`select k.id from api_keys k where k.last_four = ${part} ${ofBusiness(sql`k.business_id`, businessId)} ${LIMIT}`,
  },
  words: {
    // A business has a page of its own, which its people need not search.
    business: (part, businessId) =>
      sql`select b.id from businesses b where to_tsvector('simple', b.name) @@ to_tsquery('simple', ${part}) ${ofBusiness(sql`b.id`, businessId)} ${LIMIT}`,
    token: (part, businessId) =>
      sql`select t.id from tokens t where to_tsvector('simple', t.ticker || ' ' || t.name) @@ to_tsquery('simple', ${part}) ${ofBusiness(sql`t.business_id`, businessId)} ${LIMIT}`,
    // Every business has plans with these names, so they match nothing across businesses.
    planSubscription: (part, businessId) =>
      sql`select s.id from subscriptions s join plans p on p.id = s.plan_id
        where s.business_id = ${businessId}::uuid and s.status in ('ACTIVE', 'PAST_DUE')
        and to_tsvector('simple', p.name) @@ to_tsquery('simple', ${part}) ${LIMIT}`,
    key: (part, businessId) =>
      sql`select k.id from api_keys k where to_tsvector('simple', k.name) @@ to_tsquery('simple', ${part}) ${ofBusiness(sql`k.business_id`, businessId)} ${LIMIT}`,
    person: (part, businessId) =>
      sql`select u.id from users u where to_tsvector('simple', u.name) @@ to_tsquery('simple', ${part})
        and exists (select 1 from memberships m where m.user_id = u.id ${ofBusiness(sql`m.member_of`, businessId)}) ${LIMIT}`,
  },
}
