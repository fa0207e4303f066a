import { TOKEN_HEADER } from '@/components/reference/token-lines'
import type { GuideCode } from './guide'

export const IN_SHELL = '# In the shell of the guide First call, which has TOKEN.'

/** One write sent twice under one key. */
export function retryCode(baseUrl: string): GuideCode[] {
  return [
    {
      title: 'Send it twice in a shell',
      language: 'curl',
      code: `${IN_SHELL}
IDEMPOTENCY_KEY=$(openssl rand -hex 16)
for ATTEMPT in 1 2; do
  curl -si ${baseUrl}/v1/wallet/hd/generate \\
    ${TOKEN_HEADER} \\
    -H "Idempotency-Key: $IDEMPOTENCY_KEY" \\
    -H 'Content-Type: application/json' \\
    -d '{"chainType":"EVM","purpose":"DEPOSITS"}' | grep -iE 'idempotent-replayed|addressIndex'
done`,
    },
    {
      title: 'Send it twice in TypeScript',
      language: 'TypeScript',
      code: `${clientLines(baseUrl, 'createClient')}
const wallet = { chainType: 'EVM', purpose: 'DEPOSITS' } as const

// Derive the key from your own record, or store it there before the call.
const idempotencyKey = 'deposit-wallet-of-customer-77'
const first = await slipway.call('createWallets', wallet, { idempotencyKey })
const again = await slipway.call('createWallets', wallet, { idempotencyKey })
console.log(again.isReplay, again.data[0]?.address === first.data[0]?.address)`,
    },
  ]
}

/** All pages of a list. */
export function pagesCode(baseUrl: string): GuideCode[] {
  return [
    {
      title: 'All pages in a shell',
      language: 'curl',
      code: `${IN_SHELL}
CURSOR=
while :; do
  PAGE=$(curl -s "${baseUrl}/v1/wallet/transaction/history?limit=100\${CURSOR:+&cursor=$CURSOR}" \\
    ${TOKEN_HEADER})
  printf '%s\\n' "$PAGE"
  CURSOR=$(printf '%s' "$PAGE" | sed -nE 's/.*"nextCursor":"([^"]+)".*/\\1/p')
  [ -n "$CURSOR" ] || break
done`,
    },
    {
      title: 'All pages in TypeScript',
      language: 'TypeScript',
      code: `${clientLines(baseUrl, 'createClient')}
for await (const { id, status } of slipway.listTransactions({ limit: 100 })) console.log(id, status)
for await (const { address } of slipway.listWallets({ pageSize: 100 })) console.log(address)`,
    },
  ]
}

/** A refusal by its code. */
export function refusalCode(baseUrl: string): GuideCode[] {
  return [
    {
      title: 'Handle an error in TypeScript',
      language: 'TypeScript',
      code: `${clientLines(baseUrl, 'ApiError, createClient, hasCode')}
try {
  const accepted = await slipway.createTransfer({
    chainType: 'EVM',
    chainId: 84532,
    fromAddress: 0,
    toAddress: '0x000000000000000000000000000000000000dEaD',
    amount: '0.001',
  })
  console.log(accepted.id, accepted.status)
} catch (error) {
  if (hasCode(error, 'balance_insufficient')) console.log('Top up the USD balance, then send the same call again.')
  else if (hasCode(error, 'address_blocked')) console.log('The recipient is blocked.')
  else if (error instanceof ApiError) console.log(error.status, error.code, error.errors, error.requestId)
  else throw error
}`,
    },
    {
      title: 'Handle an error in Python',
      language: 'Python',
      code: `import json, os, urllib.error, urllib.request, uuid

body = {
    "chainType": "EVM", "chainId": 84532, "fromAddress": 0,
    "toAddress": "0x000000000000000000000000000000000000dEaD", "amount": "0.001",
}
headers = {
    "Authorization": f"Bearer {os.environ['TOKEN']}",
    "Idempotency-Key": str(uuid.uuid4()),
    "Content-Type": "application/json",
}
request = urllib.request.Request("${baseUrl}/v1/wallet/transaction", json.dumps(body).encode(), headers)
try:
    with urllib.request.urlopen(request) as response:
        print(json.load(response)["data"]["status"])
except urllib.error.HTTPError as refused:
    error = json.load(refused)
    if error["code"] == "balance_insufficient":
        print("Top up the USD balance, then send the same call again.")
    elif refused.code in (429, 503):
        print("Send the same call again after", refused.headers["Retry-After"], "seconds.")
    else:
        print(refused.code, error["code"], error["message"], refused.headers["X-Request-Id"])`,
    },
  ]
}

/** The first lines of each program with our client. */
export function clientLines(baseUrl: string, names: string): string {
  return `import { ${names} } from '@slipway/sdk'

const { SLIPWAY_API_KEY = '' } = process.env
const slipway = createClient({ apiKey: SLIPWAY_API_KEY, baseUrl: '${baseUrl}' })
`
}
