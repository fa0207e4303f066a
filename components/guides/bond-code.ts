/** A program that issues a bond, waits for it, registers and mints to its holders, and pays what is due. */
export function bondCode(baseUrl: string): string {
  return `import { randomUUID } from 'node:crypto'

type Terms = { firstCouponDate: string; maturityDate: string; callDate: string }

/** Store the key before the call. If you receive no response, send the same key again. */
async function call(token: string, method: string, path: string, body?: unknown, key: string = randomUUID()) {
  const headers = { authorization: \`Bearer \${token}\`, 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch('${baseUrl}/v1/tokens' + path, { method, headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (!response.ok) throw new Error(\`\${answer.code}: \${answer.message}\`)
  return answer.data
}

/** Waits until the operation is final. With a webhook you do not need to poll. */
async function ended(token: string, id: string, operationRef: string) {
  for (;;) {
    const operation = await call(token, 'GET', \`/\${id}/operations/\${operationRef}\`)
    if (operation.status === 'COMPLETED') return operation
    if (operation.status === 'FAILED') throw new Error(\`\${operation.code}: \${operation.error}\`)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
  }
}

async function done(token: string, id: string, what: string, body: unknown) {
  const { operationRef } = await call(token, 'POST', \`/\${id}/\${what}\`, body)
  return ended(token, id, operationRef)
}

// holders: address -> how many tokens, as a decimal. Answers the token's id.
export async function issueBond(token: string, terms: Terms, holders: Map<string, string>): Promise<string> {
  const { id, operationRef } = await call(token, 'POST', '', {
    ticker: 'ACME28', name: 'Acme 12.5 % 2028', price: 100, chain: 'BASE', decimals: 6,
    assetClass: 'BOND', tokenType: 'YIELD_BEARING', maxShareholders: 50,
    yieldParams: {
      annualRate: 12.5, couponInterval: 3, dayCount: 'ACT_365', faceValuePerToken: 100, gracePeriod: 5,
      callable: true, ...terms,
    },
  })
  await ended(token, id, operationRef)
  const wallets = [...holders.keys()].map((address, n) => ({ address, investorId: \`investor-\${n}\` }))
  await done(token, id, 'wallets', { wallets })
  const items = [...holders].map(([to, amount]) => ({ to, amount }))
  const minted = await done(token, id, 'mint', { items })
  const refused = minted.items.filter((item: { code: string | null }) => item.code !== null)
  if (refused.length > 0) throw new Error(\`not minted: \${JSON.stringify(refused)}\`)
  return id
}

// from: a wallet of yours, by address or HD index. to: a registered wallet.
export async function move(token: string, id: string, order: { from: string | number; to: string; amount: string }) {
  await done(token, id, 'transfer', order)
}

// Every day: the tokenAdmin holds what they cost in the payment token. Answers how many were paid.
export async function payDueCoupons(token: string, id: string, today: string): Promise<number> {
  const { coupons } = await call(token, 'GET', \`/\${id}/yield\`)
  const due = coupons.filter((coupon: { payDate: string; status: string }) =>
    coupon.payDate <= today && coupon.status !== 'PAID' && coupon.status !== 'CANCELED')
  for (const { couponId } of due) await done(token, id, \`yield/\${couponId}/pay\`, {})
  return due.length
}

// From the callDate or maturity on. Every coupon that was due is paid.
export async function payBack(token: string, id: string): Promise<void> {
  await done(token, id, 'call', {})
}`
}
