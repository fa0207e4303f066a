import postgres from 'postgres'

type Payment = { businessId: string; description: string }

/**
 * Moves an open payment and its accounts into the past, so that its price expired a minute ago. Returns when it
 * expired; null if none is open.
 */
export async function expirePayment(databaseUrl: string, { businessId, description }: Payment): Promise<Date | null> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const [moved] = await sql`
      with moved as (
        update payments set created_at = created_at - (expiry_at - now()) - interval '1 minute', expiry_at = now() - interval '1 minute'
        where business_id = ${businessId} and description = ${description} and status = 'PENDING' and expiry_at > now()
        returning id, expiry_at
      ), accounts as (
        update deposit_accounts set created_at = created_at - (expiry_at - now()) - interval '1 minute', expiry_at = now() - interval '1 minute'
        where payment_id in (select id from moved)
      ) select expiry_at as at from moved`
    return moved ? new Date(moved.at) : null
  } finally {
    await sql.end()
  }
}
