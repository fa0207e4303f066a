import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { chains, paymentArrivals, paymentReceipts } from '@/db/schema'
import type { Watcher } from '@/server/alarms/watcher'
import { BOOKED_TXN } from './booked-txn'

/** At one attempt in ten minutes, this number of failures does not resolve without help. */
const FAILED_SWEEPS = 3

const foundRow = z.object({ chainId: z.number(), name: z.string(), n: z.number() })

/** Alarms about booked money that was reverted, and addresses that cannot be swept. */
export const arrivalWatcher: Watcher = {
  name: 'arrivals',
  kinds: ['payment_reverted', 'sweep_failing'],
  async findCauses({ db }) {
    const reverted = await db.execute(sql`
      select ${chains.chainId} as "chainId", ${chains.name} as name, count(*)::int as n from ${paymentArrivals}
        join ${chains} on ${chains.chainId} = ${paymentArrivals.chainId}
      where ${paymentArrivals.state} in ('REVERTED', 'DOUBTFUL') and ${paymentArrivals.decidedBy} is null
        and exists (select 1 from ${paymentReceipts} r where r.provider = 'chain' and r.provider_txn_id = ${BOOKED_TXN} and r.outcome <> 'REVERSED'
          or ${paymentArrivals.state} = 'DOUBTFUL')
      group by 1, 2`)
    const failing = await db.execute(sql`
      select s.chain_id as "chainId", c.name, count(*)::int as n from (
        select wallet_id, chain_id, token_address from payment_sweeps o where kind = 'SWEEP' and state = 'FAILED'
          and created_at > coalesce((select max(created_at) from payment_sweeps d where d.wallet_id = o.wallet_id and d.chain_id = o.chain_id
            and d.token_address = o.token_address and d.state = 'DONE'), '-infinity')
        group by 1, 2, 3 having count(*) >= ${FAILED_SWEEPS}) s
      join chains c on c.chain_id = s.chain_id
      where exists (select 1 from payment_arrivals a where a.wallet_id = s.wallet_id and a.chain_id = s.chain_id
        and a.token_address = s.token_address and a.state = 'RECEIVED' and (a.sweep_id is null
          or exists (select 1 from payment_sweeps w where w.id = a.sweep_id and w.state = 'OPEN')))
      group by 1, 2`)
    return [
      ...z
        .array(foundRow)
        .parse([...reverted])
        .map(({ chainId, name, n }) => ({
          kind: 'payment_reverted' as const,
          ...{ chainId, subject: name },
          message: `${n} booked deposits left ${name} or arrived again: decide each under Exceptions`,
        })),
      ...z
        .array(foundRow)
        .parse([...failing])
        .map(({ chainId, name, n }) => ({
          kind: 'sweep_failing' as const,
          ...{ chainId, subject: name },
          message: `${n} addresses of payments on ${name} could not be swept ${FAILED_SWEEPS} times: check their transactions`,
        })),
    ]
  },
}
