import postgres from 'postgres'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

const PART = 100_000

type Owner = { businessId: string; projectId: string }

/** As many paid top-ups, each with its receipt and its two journals of six entries, made by the database itself. */
export async function fillLedger(url: string, { owner, count }: { owner: Owner; count: number }): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  const { businessId, projectId } = owner
  try {
    await sql`set synchronous_commit = off`
    // No foreign keys and no triggers: balances are added up at the end.
    await sql`set session_replication_role = replica`
    for (let from = 0; from < count; from += PART) {
      await sql.unsafe(`create temp table made as select n, md5('payment ' || n)::uuid as payment, md5('receipt ' || n)::uuid as receipt,
        md5('receive ' || n)::uuid as receive, md5('apply ' || n)::uuid as apply, now() - n * interval '1 second' as at
        from generate_series(${from}, ${Math.min(count, from + PART) - 1}) n`)
      await sql`insert into payments (id, business_id, project_id, purpose, status, amount_minor, amount_usd_micros, change, payment_ref, reference, rate_id,
          ngn_per_usd_e8, expiry_at, watch_until, created_by, created_at, updated_at)
        select payment, ${businessId}, ${projectId}, 'WALLET_TOPUP', 'SUCCESS', 3100000, 20000000, 'TOPUP', 'PAY-' || payment, 'SLP-' || payment, payment,
          155000000000, at, at, 'bench', at, at from made`
      await sql`insert into payment_receipts (id, business_id, payment_id, provider, provider_txn_id, currency, units, value_minor, outcome, paid_at,
          created_at, updated_at)
        select receipt, ${businessId}, payment, 'sandbox', receipt::text, 'NGN', 3100000, 3100000, 'SETTLED', at, at, at from made`
      await sql`insert into ledger_journals (id, business_id, kind, reference_type, reference_id, rate_id, reason, created_by, created_at)
        select id, ${businessId}, kind, type, reference, case kind when 'apply' then payment end, 'bench', 'bench', at from made,
          lateral (values (receive, 'receive', 'receipt', receipt), (apply, 'apply', 'payment', payment)) as j(id, kind, type, reference)`
      await sql`insert into ledger_entries (journal_id, business_id, currency, kind, amount_units)
        select journal, owner::uuid, currency, kind, units from made, lateral (values
          (receive, ${PLATFORM_BUSINESS_ID}, 'NGN', 'psp.sandbox', -3100000), (receive, ${PLATFORM_BUSINESS_ID}, 'NGN', 'suspense', 3100000),
          (apply, ${PLATFORM_BUSINESS_ID}, 'NGN', 'suspense', -3100000), (apply, ${PLATFORM_BUSINESS_ID}, 'NGN', 'fx', 3100000),
          (apply, ${PLATFORM_BUSINESS_ID}, 'USD', 'fx', -20000000), (apply, ${businessId}, 'USD', 'available', 20000000)
        ) as e(journal, owner, currency, kind, units)`
      await sql`drop table made`
    }
    await sql`insert into ledger_accounts (business_id, currency, kind, balance_units)
      select business_id, currency, kind, sum(amount_units) from ledger_entries group by 1, 2, 3
      on conflict (business_id, currency, kind) do update set balance_units = excluded.balance_units`
    await sql`vacuum analyze`
  } finally {
    await sql.end()
  }
}
