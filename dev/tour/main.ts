import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { fund } from '../faucet/fund'
import { findRunningStack } from '../find-running-stack'
import type { StackFacts } from '../stack-file'
import { startReceiver, type Visit } from '../testing/webhook-receiver'
import { arrived, chainEvent, deposit, envelope, listener, outcome, subscription, transaction, wallet } from './answers'
import { awaitVisit } from './await-visit'
import { clientOf } from './client'
import { issueInTour } from './issue-token'
import { payAtBank } from './pay-at-bank'
import { check, fail, heading, say } from './say'

/** `npm run tour`: what a new user would do with curl, against the running stack, checked step by step. */

const CHAIN_ID = 84532

const startedAt = Date.now()
const stack = findRunningStack()
if (!stack) fail('No running stack was found: start one with npm start in another terminal.')

const { chain, cngn } = cngnOf(stack)
const { call, signIn, poll } = clientOf(stack.baseUrl)

heading('1. A token for the project')
await signIn(stack.demo.liveKey)

heading('2. Two wallets')
const wallets = envelope(z.array(wallet).length(2)).parse(
  await call('POST', '/v1/wallet/hd/generate', {
    body: { chainType: 'EVM', purpose: 'TOUR', count: 2 },
    idempotent: true,
    expect: 201,
  }),
).data
const [sender, recipient] = wallets
if (!sender || !recipient) fail('Two wallets were expected.')

heading('3. Money for the first one, from the local faucet')
await pay(sender.address)

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
const delivery = await awaitVisit(receiver, {
  what: 'outcome of the transfer',
  path: '/hook',
  inspect: () => show(`/v1/wallet/transaction/${accepted.id}`),
})
const reported = outcome.parse(new Webhook(webhookSecret, { format: 'raw' }).verify(delivery.body, delivery.headers))
say(`   ${reported.type} ${JSON.stringify(reported.data)}`)
check(
  reported.type === 'wallet.transfer.completed' && reported.data.id === accepted.id,
  'the signature is right and it tells of this transfer',
)

heading('8. Events of a contract: whatever happens to cNGN, whoever does it')
const subscribed = envelope(subscription).parse(
  await call('POST', '/v1/indexer/subscriptions', {
    body: {
      network: 'BASE',
      chainId: CHAIN_ID,
      contractAddress: cngn.address,
      events: ['transfer'],
      webhookUrl: `${receiver.url}/events`,
    },
    expect: 201,
  }),
).data
await pay(recipient.address)
// The subscription also delivers transfers of cNGN by others.
const event = await awaitVisit(receiver, {
  what: 'event of the payment to the second wallet',
  path: '/events',
  isIt: (body) => body.toLowerCase().includes(recipient.address.toLowerCase()),
  inspect: () => show(`/v1/indexer/subscriptions/${subscribed.id}`),
})
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
await pay(sender.address)
// The second wallet was paid a moment ago, which may be reported too.
const arrival = await awaitVisit(receiver, {
  what: 'deposit of the first wallet',
  path: '/deposits',
  isIt: (body) => body.includes(sender.address),
  inspect: () => show('/v1/wallet/deposits?limit=20'),
})
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

heading('10. Money for the balance, paid at the local bank')
await payAtBank({ call, receiver, bank: stack.bank })

heading('11. A tokenized asset, and who may hold it')
await issueInTour({ call, receiver, chainId: CHAIN_ID, admin: sender.address, holder: recipient.address })
await receiver.close()

heading('12. History, page by page: whatever else this stack does is in it too')
const historyView = z.object({
  items: z.array(transaction),
  pagination: z.object({ total: z.number(), nextOffset: z.number().nullable() }),
})
let offset: number | null = 0
let isFound = false
while (offset !== null && !isFound) {
  const path: string = `/v1/wallet/transaction/history?limit=10&offset=${offset}`
  const { items, pagination } = envelope(historyView).parse(await call('GET', path, { expect: 200 })).data
  isFound = items.some((item) => item.id === accepted.id)
  offset = pagination.nextOffset
}
check(isFound, 'the transfer is in the history')

heading('13. What a mistake looks like')
await call('POST', '/v1/wallet/transaction', {
  body: { ...transferBody, amount: '0.0000001' },
  idempotent: true,
  expect: 400,
})

say(`\nThe tour is complete: everything was as it should be, in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s.`)

/** The current answer of the API, for a failure. */
function show(path: string): Promise<unknown> {
  return call('GET', path, { expect: 200, quiet: true })
}

/** As the guide has receivers do it: the time and the body as they came, under the secret. */
function isSignedBy(secret: string, { headers, body }: Visit): boolean {
  const [, time, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(headers['x-indexer-signature'] ?? '') ?? []
  return signature === createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

async function pay(address: string): Promise<void> {
  await fund({ evm: [chain], solana: [] }, { chainId: CHAIN_ID, address, amount: '100', symbol: cngn.symbol })
  say(`   100 cNGN sent to ${address}`)
}

function cngnOf({ evm }: StackFacts) {
  const chain = evm.find(({ chainId }) => chainId === CHAIN_ID)
  const cngn = chain?.tokens.find(({ symbol }) => symbol === 'cNGN')
  if (!chain || !cngn) return fail(`The stack has no chain ${CHAIN_ID} with cNGN.`)
  return { chain, cngn }
}
