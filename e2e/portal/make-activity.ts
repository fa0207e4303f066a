import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, test } from '@playwright/test'
import { z } from 'zod'
import { startReceiver } from '@/dev/testing/webhook-receiver'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { makeToken } from './make-token'
import type { RecordIds } from './pages'
import { takeSession } from './sign-in-as'
import { stack } from './stack'

let made: Promise<RecordIds> | undefined

/** The activity to show on the stack of this worker, made for the first caller. */
export function activity(browser: Browser): Promise<RecordIds> {
  made ??= readOrMake(browser)
  return made
}

/** A test that fails ends its worker, and the next worker uses the stack with what was made there. */
async function readOrMake(browser: Browser): Promise<RecordIds> {
  const { outputDir } = test.info().project
  const file = join(outputDir, `activity-${new URL(stack().baseUrl).port}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const shown = await makeActivity(browser)
  mkdirSync(outputDir, { recursive: true })
  writeFileSync(file, JSON.stringify(shown))
  return shown
}

/**
 * Something to see on every page: wallets, a finished transfer, a failed one, a refused call, a delivery with an
 * attempt, an event with another.
 */
async function makeActivity(browser: Browser): Promise<RecordIds> {
  const { demo } = stack()
  const receiver = await startReceiver()
  const api = await connect(demo.liveKey)
  const pair = z
    .array(z.object({ address: z.string() }))
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'DEPOSITS', count: 2 }))
  const [sender, recipient] = pair.map((wallet) => wallet.address)
  if (!sender || !recipient) throw new Error('two wallets were asked for')
  const subscriptionId = await subscribe(api, receiver.url)
  const endpointId = await addEndpoint(api, receiver.url)
  await fundWallet(sender)
  const body = { fromAddress: sender, toAddress: recipient, chainType: 'EVM', chainId: CHAIN_ID, cNGN: true }
  const transaction = z.object({ id: z.string() }).parse(
    await api.post('/v1/wallet/transaction', {
      ...body,
      amount: '1.25',
      webhookUrl: receiver.url,
      waitForCompletion: true,
    }),
  )
  const short = await api.attempt('/v1/wallet/transaction', { ...body, amount: '5000', waitForCompletion: true })
  await blockAddresses(api)
  const refused = await api.attempt('/v1/wallet/transaction', { ...body, amount: 'much' })
  const wallets = z
    .object({ items: z.array(z.object({ id: z.string(), address: z.string() })) })
    .parse(await api.get('/v1/wallet/hd'))
  const wallet = wallets.items.find((item) => item.address === sender)
  if (!wallet) throw new Error('the wallet is not listed')
  const messageId = await findMessage(browser, transaction.id)
  const logId = await findLog(api, subscriptionId)
  const depositId = await findDeposit(api, wallet.id)
  await receiver.close()
  return {
    projectId: demo.projectId,
    businessId: demo.businessId,
    chainId: CHAIN_ID,
    walletId: wallet.id,
    transactionId: transaction.id,
    failedTransactionId: z.object({ id: z.string() }).parse(short.data).id,
    messageId,
    refusedRequestId: refused.requestId,
    failedRequestId: short.requestId,
    subscriptionId,
    logId,
    endpointId,
    depositId,
    sweepRuleId: await addSweepRule(api, recipient),
    paymentId: await makePayment(api),
    ...(await makeToken(api)),
  }
}

/** A top-up that was paid twice over, at the sandbox bank. */
async function makePayment(api: Api): Promise<string> {
  const bank = stack().bank?.url
  if (!bank) throw new Error('the stack has no bank')
  const tags = { clientReference: `order-${Date.now()}`, metadata: { customer: 'c-77' } }
  const request = { purpose: 'WALLET_TOPUP', amountUsd: 15, ...tags }
  const [account] = z
    .array(z.object({ accountNumber: z.string(), amountExpected: z.number() }))
    .parse(await api.post('/v1/payments/subscribe?providerType=FIAT', request))
  if (!account) throw new Error('no account was opened')
  const transfer = { accountNumber: account.accountNumber, amount: String(account.amountExpected * 2) }
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(transfer) }
  const sent = await fetch(`${bank}/transfers`, init)
  if (sent.status !== 201) throw new Error(`the bank answers ${sent.status}`)
  const page = z.object({ items: z.array(z.object({ id: z.string(), exceptions: z.array(z.string()) })) })
  let id: string | undefined
  await expect
    .poll(async () => {
      const { items } = page.parse(await api.get('/v1/payments?status=SUCCESS&purpose=WALLET_TOPUP&pageSize=100'))
      id = items.find(({ exceptions }) => exceptions.includes('OVERPAID'))?.id
      return id
    })
    .toBeTruthy()
  return id ?? ''
}

type Api = Awaited<ReturnType<typeof connect>>

/** To the stand-in of cNGN, which every funded wallet moves. */
async function subscribe(api: Api, webhookUrl: string): Promise<string> {
  const chains = z
    .array(z.object({ chainId: z.number(), tokens: z.array(z.object({ symbol: z.string(), address: z.string() })) }))
    .parse(await api.get('/v1/wallet/chains'))
  const tokens = chains.find(({ chainId }) => chainId === CHAIN_ID)?.tokens ?? []
  const contractAddress = tokens.find(({ symbol }) => symbol === 'cNGN')?.address
  const events = ['transfer', 'event Noted(address indexed by, string text)']
  const body = { network: 'BASE', chainId: CHAIN_ID, contractAddress, webhookUrl, events }
  return z.object({ id: z.string() }).parse(await api.post('/v1/indexer/subscriptions', body)).id
}

/** It receives no events of other journeys; it got one test event. */
async function addEndpoint(api: Api, url: string): Promise<string> {
  const body = { url, events: ['wallet.sign.failed'], description: 'Accounting' }
  const { id } = z.object({ id: z.string() }).parse(await api.post('/v1/webhooks/endpoints', body))
  await api.post(`/v1/webhooks/endpoints/${id}/test`, {})
  return id
}

/** Creates a rule that sweeps a funded wallet of its own purpose. */
async function addSweepRule(api: Api, toAddress: string): Promise<string> {
  const made = z.array(z.object({ address: z.string() }))
  const [wallet] = made.parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'SWEPT' }))
  if (!wallet) throw new Error('a wallet was asked for')
  await fundWallet(wallet.address)
  const chains = z.array(
    z.object({ chainId: z.number(), tokens: z.array(z.object({ symbol: z.string(), address: z.string() })) }),
  )
  const tokens =
    chains.parse(await api.get('/v1/wallet/chains')).find(({ chainId }) => chainId === CHAIN_ID)?.tokens ?? []
  const tokenAddress = tokens.find(({ symbol }) => symbol === 'cNGN')?.address
  const body = { chainId: CHAIN_ID, tokenAddress, purpose: 'SWEPT', toAddress, threshold: '1' }
  return z.object({ id: z.string() }).parse(await api.post('/v1/wallet/sweeps', body)).id
}

/** Blocks addresses of both families, so that the list shows some. */
async function blockAddresses(api: Api): Promise<void> {
  const addresses = ['0xb10cced000000000000000000000000000000bad', '5Sk89L53sRHi5Sr34rzmroNpygotNVpEN2rz7AcukoGJ']
  await api.post('/v1/wallet/blocked-addresses', { addresses, reason: 'Named in a court order' })
}

/** The deposit of the faucet. */
async function findDeposit(api: Api, walletId: string): Promise<string> {
  const page = z.object({ items: z.array(z.object({ id: z.string() })) })
  let found: string | undefined
  await expect(async () => {
    found = page.parse(await api.get(`/v1/wallet/deposits?walletId=${walletId}&stage=confirmed`)).items[0]?.id
    expect(found).toBeDefined()
  }).toPass()
  if (!found) throw new Error('no deposit is confirmed')
  return found
}

async function findLog(api: Api, subscriptionId: string): Promise<string> {
  const page = z.object({ data: z.array(z.object({ id: z.string() })) })
  let found: string | undefined
  await expect(async () => {
    const { data } = page.parse(await api.get(`/v1/indexer/logs?subscriptionId=${subscriptionId}&status=delivered`))
    found = data[0]?.id
    expect(found).toBeDefined()
  }).toPass()
  if (!found) throw new Error('no event was delivered')
  return found
}

const messages = z.object({
  result: z.object({
    data: z.object({ json: z.object({ items: z.array(z.object({ id: z.string(), status: z.string() })) }) }),
  }),
})

/** The delivery of a transaction, once it was made; only the portal lists deliveries. */
async function findMessage(browser: Browser, transactionId: string): Promise<string> {
  const page = await browser.newPage()
  await takeSession(page, 'owner')
  const { baseUrl, demo } = stack()
  const input = encodeURIComponent(
    JSON.stringify({ json: { projectId: demo.projectId, sourceId: transactionId, page: 1 } }),
  )
  let found: string | undefined
  await expect(async () => {
    const answer = await page.request.get(`${baseUrl}/api/trpc/webhooks.list?input=${input}`)
    const [message] = messages.parse(await answer.json()).result.data.json.items
    expect(message?.status).toBe('delivered')
    found = message?.id
  }).toPass()
  await page.context().close()
  if (!found) throw new Error('no delivery was made')
  return found
}
