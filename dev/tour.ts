import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { type Address, createWalletClient, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { erc20Abi } from '../contracts/generated/erc20'
import { findRunningStack } from './find-running-stack'
import { startReceiver, type Visit } from './testing/webhook-receiver'
import { waitUntil } from './wait-until'

/** `npm run tour`: what a new user would do with curl, against the running stack, checked step by step. */

const CHAIN_ID = 84532

const startedAt = Date.now()
const stack = findRunningStack()
if (!stack) fail('No running stack was found: start one with npm start in another terminal.')

type Answer = { status: number; body: unknown }

const tokenAnswer = z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number() })
const envelope = <T extends z.ZodType>(data: T) => z.object({ status: z.literal(true), message: z.string(), data })
const wallet = z.object({
  address: z.string(),
  chainType: z.string(),
  isActive: z.literal(true),
  addressIndex: z.number(),
})
const transaction = z.object({
  id: z.string(),
  status: z.enum(['PENDING', 'COMPLETED', 'FAILED']),
  stage: z.string(),
  amount: z.string(),
  txHash: z.string().nullable(),
  toAddress: z.string(),
})
const subscription = z.object({ id: z.string(), signingSecret: z.string() })
const chainEvent = z.object({ to: z.string(), amount: z.string() })
const listener = z.object({ id: z.string(), signingSecret: z.string() })
const deposit = z.object({ id: z.string(), address: z.string(), amount: z.string(), txHash: z.string() })
const arrived = z.object({ type: z.literal('wallet.deposit.confirmed'), data: deposit })
const outcome = z.object({ type: z.string(), timestamp: z.string(), data: transaction })

heading('1. A token for the project')
const token = tokenAnswer.parse(
  await call('POST', '/v1/oauth/token', {
    body: { grant_type: 'client_credentials', client_secret: stack.demo.liveKey },
    expect: 200,
  }),
)
const authorization = `Bearer ${token.access_token}`

heading('2. Two wallets')
const wallets = envelope(z.array(wallet).length(2)).parse(
  await call('POST', '/v1/wallet/hd/generate', {
    body: { chainType: 'EVM', purpose: 'TOUR', count: 2 },
    idempotent: true,
    expect: 201,
  }),
).data
const [sender, recipient] = wallets
if (!sender || !recipient) fail('Two wallets were asked for.')

heading('3. Money for the first one, from the local faucet')
await fund(sender.address)

heading('4. A transfer of 12.5 cNGN, its outcome sent to a webhook')
const webhookSecret = randomBytes(24).toString('base64url')
const receiver = await startReceiver()
const transferBody = {
  fromAddress: sender.address,
  toAddress: recipient.address,
  amount: '12.5',
  chainType: 'EVM',
  chainId: CHAIN_ID,
  cNGN: true,
  webhookUrl: `${receiver.url}/hook`,
  webhookSecret,
}
const idempotencyKey = randomUUID()
const accepted = envelope(transaction).parse(
  await call('POST', '/v1/wallet/transaction', { body: transferBody, key: idempotencyKey, expect: 202 }),
).data

heading('5. The same request once more: the same answer, no second transfer')
const again = envelope(transaction).parse(
  await call('POST', '/v1/wallet/transaction', { body: transferBody, key: idempotencyKey, expect: 202 }),
).data
check(again.id === accepted.id, 'the retry answered with the first transfer')

heading('6. Poll until it is final')
const done = await poll(accepted.id)
check(done.status === 'COMPLETED', `the transfer is ${done.status}`)

heading('7. The webhook')
await waitUntil(() => receiver.visits.length > 0, { timeoutMs: 30_000 })
const [delivery] = receiver.visits
if (!delivery) fail('No webhook came within 30 seconds.')
const told = outcome.parse(new Webhook(webhookSecret, { format: 'raw' }).verify(delivery.body, delivery.headers))
say(`   ${told.type} ${JSON.stringify(told.data)}`)
check(
  told.type === 'wallet.transfer.completed' && told.data.id === accepted.id,
  'the signature is right and it tells of this transfer',
)

heading('8. Events of a contract: whatever happens to cNGN, whoever does it')
const subscribed = envelope(subscription).parse(
  await call('POST', '/v1/indexer/subscriptions', {
    body: {
      network: 'BASE',
      chainId: CHAIN_ID,
      contractAddress: cngnOn(CHAIN_ID).cngn.address,
      events: ['transfer'],
      webhookUrl: `${receiver.url}/events`,
    },
    expect: 201,
  }),
).data
await fund(recipient.address)
const eventVisits = () => receiver.visits.filter(({ path }) => path === '/events')
await waitUntil(() => eventVisits().length > 0, { timeoutMs: 30_000 })
const [event] = eventVisits()
if (!event) fail('No event came within 30 seconds.')
const happened = chainEvent.parse(JSON.parse(event.body))
say(`   ${event.headers['x-indexer-signature']}\n   ${event.body}`)
check(isSignedBy(subscribed.signingSecret, event), 'the signature is that of the subscription’s secret')
check(
  happened.to.toLowerCase() === recipient.address.toLowerCase() && happened.amount === '100000000',
  'it tells of the 100 cNGN, in base units',
)
await call('DELETE', `/v1/indexer/subscriptions/${subscribed.id}`, { expect: 200 })

heading('9. Money that arrives: the faucet paid the first wallet, and pays it again while an endpoint listens')
const endpoint = envelope(listener).parse(
  await call('POST', '/v1/webhooks/endpoints', {
    body: { url: `${receiver.url}/deposits`, events: ['wallet.deposit.confirmed'] },
    expect: 201,
  }),
).data
await fund(sender.address)
// The second wallet was paid a moment ago, which may be told of too.
const depositVisits = () =>
  receiver.visits.filter(({ path, body }) => path === '/deposits' && body.includes(sender.address))
await waitUntil(() => depositVisits().length > 0, { timeoutMs: 30_000 })
const [arrival] = depositVisits()
if (!arrival) fail('No deposit was told of within 30 seconds.')
const paid = arrived.parse(new Webhook(endpoint.signingSecret).verify(arrival.body, arrival.headers)).data
say(`   ${arrival.body}`)
await call('DELETE', `/v1/webhooks/endpoints/${endpoint.id}`, { expect: 200 })
const listed = envelope(z.object({ items: z.array(deposit) })).parse(
  await call('GET', '/v1/wallet/deposits?stage=confirmed&limit=20', { expect: 200 }),
).data.items
check(
  paid.address === sender.address && Number(paid.amount) === 100 && listed.some(({ id }) => id === paid.id),
  'the 100 cNGN are confirmed, told of with the endpoint’s signature, and in the list',
)
check(
  listed.every(({ txHash }) => txHash !== done.txHash),
  'the transfer between the two wallets is no deposit',
)
await receiver.close()

heading('10. History')
const history = envelope(z.object({ items: z.array(transaction), pagination: z.object({ total: z.number() }) })).parse(
  await call('GET', '/v1/wallet/transaction/history?limit=5', { expect: 200 }),
).data
check(
  history.items.some((item) => item.id === accepted.id),
  'the transfer is in the history',
)

heading('11. What a mistake looks like')
await call('POST', '/v1/wallet/transaction', {
  body: { ...transferBody, amount: '0.0000001' },
  idempotent: true,
  expect: 400,
})

say(`\nThe tour is complete: everything was as it should be, in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`)

async function call(
  method: string,
  path: string,
  options: { body?: unknown; key?: string; idempotent?: boolean; expect: number; quiet?: boolean },
): Promise<unknown> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (path !== '/v1/oauth/token') headers.authorization = authorization
  if (options.body !== undefined) headers['content-type'] = 'application/json'
  const key = options.key ?? (options.idempotent ? randomUUID() : undefined)
  if (key) headers['idempotency-key'] = key
  if (!options.quiet) say(`\n   ${method} ${path}${options.body === undefined ? '' : `\n   ${redact(options.body)}`}`)
  const answer = await send(method, path, headers, options.body)
  if (!options.quiet) say(`   -> ${answer.status} ${redact(answer.body)}`)
  check(
    answer.status === options.expect,
    `${method} ${path} answered ${answer.status}, expected ${options.expect}`,
    true,
  )
  return answer.body
}

async function send(method: string, path: string, headers: Record<string, string>, body: unknown): Promise<Answer> {
  const response = await fetch(stack?.baseUrl + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function poll(id: string): Promise<z.infer<typeof transaction>> {
  const deadline = Date.now() + 45_000
  let stage = ''
  while (Date.now() < deadline) {
    const view = envelope(transaction).parse(
      await call('GET', `/v1/wallet/transaction/${id}`, { expect: 200, quiet: true }),
    ).data
    if (view.stage !== stage)
      say(`   ${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(5)} s  ${view.status} (${view.stage})`)
    stage = view.stage
    if (view.status !== 'PENDING') return view
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return fail('The transfer did not end within 45 seconds.')
}

async function fund(address: string): Promise<void> {
  const { chain, cngn } = cngnOn(CHAIN_ID)
  const faucet = createWalletClient({
    account: privateKeyToAccount(chain.faucetPrivateKey as Address),
    transport: http(chain.rpcUrl),
  }).extend(publicActions)
  const hash = await faucet.writeContract({
    chain: null,
    address: cngn.address as Address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [address as Address, 100_000_000n],
  })
  await faucet.waitForTransactionReceipt({ hash, pollingInterval: 100 })
  say(`   100 cNGN sent to ${address}`)
}

function cngnOn(chainId: number) {
  const chain = stack?.evm.find((candidate) => candidate.chainId === chainId)
  const cngn = chain?.tokens.find((candidate) => candidate.symbol === 'cNGN')
  if (!chain || !cngn) return fail(`The stack has no chain ${chainId} with cNGN.`)
  return { chain, cngn }
}

/** As the guide has receivers do it: the time and the body as they came, under the secret. */
function isSignedBy(secret: string, { headers, body }: Visit): boolean {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-indexer-signature'] ?? '') ?? []
  return signature === createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

/** Keys and tokens are cut short: a terminal is a log too. */
function redact(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /(sk_(?:live|test)_\w{4})\w+|("access_token":"\w{8})[^"]+|("(?:webhookSecret|signingSecret)":"\w{3})[^"]+/g,
    '$1$2$3…',
  )
}

function heading(text: string): void {
  say(`\n${text}`)
}

function check(holds: boolean, what: string, quietWhenRight = false): void {
  if (!holds) fail(`Not as it should be: ${what}.`)
  if (!quietWhenRight) say(`   ok: ${what}`)
}

function say(text: string): void {
  console.log(text)
}

function fail(text: string): never {
  console.error(`\n${text}`)
  process.exit(1)
}
