import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** Rows that one worker at a time may work on: who, until when, and a number that grows with every take-over. */
type Leased = { leaseOwner: AnyColumn; leaseUntil: AnyColumn; fence: AnyColumn }

/** Whether a lease is free, or this owner's already. */
export function isLeaseFree({ leaseOwner, leaseUntil }: Leased, owner: string): SQL {
  return sql`(${leaseUntil} is null or ${leaseUntil} < now() or ${leaseOwner} = ${owner})`
}

/**
 * The values that taking or renewing a lease writes. A take-over raises the fence, so that later writes of the former
 * holder are refused.
 */
export function newLeaseValues({ leaseOwner, fence }: Leased, owner: string, seconds: number) {
  return {
    leaseOwner: owner,
    leaseUntil: sql`now() + make_interval(secs => ${seconds})`,
    fence: sql`case when ${leaseOwner} = ${owner} then ${fence} else ${fence} + 1 end`,
  }
}

/** The values that returning a lease writes, so that another process need not wait until it expires. */
export const NO_LEASE = { leaseOwner: null, leaseUntil: null }

/** Another worker took the lease over: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}
