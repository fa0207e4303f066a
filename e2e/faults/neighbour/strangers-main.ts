import { z } from 'zod'
import { endPools } from '@/server/database/pools'
import { limitPlansOf, newCaller } from '@/server/testing/callers'

/** A separate process: makes unrelated tenants, with plans that are limited as sold ones are. Prints their tokens. */
const order = z.object({ count: z.number() })
const PER_MINUTE = 600

async function main(): Promise<void> {
  const { count } = order.parse(JSON.parse(process.argv[2] ?? ''))
  const strangers = await Promise.all(Array.from({ length: count }, () => newCaller()))
  for (const stranger of strangers) await limitPlansOf(stranger, PER_MINUTE)
  const printed = strangers.map(({ token, tenant }) => ({ token, businessId: tenant.businessId }))
  await endPools(1)
  process.stdout.write(`\n${JSON.stringify(printed)}\n`, () => process.exit(0))
}

await main()
