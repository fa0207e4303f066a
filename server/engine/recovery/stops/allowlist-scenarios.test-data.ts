import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ipAllowlist } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { allowIpAddress } from '@/server/projects/allow-ip-address'
import { removeAllowedIpAddress } from '@/server/projects/remove-allowed-ip-address'
import { byProof } from '@/server/testing/proof'
import { as, type Own, type Scenario } from './rule-scenario.test-data'

const ADDRESSES = ['203.0.113.1', '203.0.113.2', '2001:db8::3']

export const listed = ({ projectId }: Own) =>
  workerCtx()
    .db.select({ id: ipAllowlist.id, ipAddress: ipAllowlist.ipAddress })
    .from(ipAllowlist)
    .where(eq(ipAllowlist.projectId, projectId))
async function accepted(own: Own): Promise<string[]> {
  const addresses = (await listed(own)).map(({ ipAddress }) => ipAddress)
  return ADDRESSES.filter((address) => addresses.length === 0 || addresses.includes(address))
}
export async function toggle(own: Own, ipAddress: string): Promise<void> {
  const entry = (await listed(own)).find((row) => row.ipAddress === ipAddress)
  const input = { ipAddress, label: '' }
  await as<unknown>(own, (ctx) => (entry ? removeAllowedIpAddress(ctx, entry) : allowIpAddress(ctx, input)))
}

/** The addresses of the backup, and those added or removed after it, in this order. */
function allowlist(before: readonly string[], after: readonly string[]): Scenario {
  let [inBackup, latest, hadList]: [string[], string[], boolean] = [[], [], false]
  return {
    name: `accepts calls from addresses of both lists only (${before.join(', ')}; ${after.join(', ')})`,
    async before(own) {
      for (const address of before) await toggle(own, address)
      inBackup = await accepted(own)
      hadList = (await listed(own)).length > 0
    },
    async after(own) {
      for (const address of after) await toggle(own, address)
      latest = await accepted(own)
    },
    async check(own) {
      expect(await accepted(own)).toEqual(inBackup.filter((address) => latest.includes(address)))
      if (!hadList) expect(await accepted(own)).toEqual(latest)
    },
    async change(own) {
      for (const { ipAddress } of await listed(own)) await toggle(own, ipAddress)
    },
    changed: async (own) => expect(await accepted(own)).toEqual(ADDRESSES),
  }
}

const toggles = fc.array(fc.constantFrom(...ADDRESSES), { maxLength: 5 })
export const ALLOWLISTS = [
  allowlist(['203.0.113.1'], ['203.0.113.2', '203.0.113.1']),
  ...fc
    .sample(fc.tuple(toggles, toggles), { seed: 7, numRuns: byProof(4, 200) })
    .map(([before, after]) => allowlist(before, after)),
]
