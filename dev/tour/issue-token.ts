import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Receiver } from '../testing/webhook-receiver'
import { waitUntil } from '../wait-until'
import { envelope, issuedToken, minted, operation } from './answers'
import { awaitVisit } from './await-visit'
import type { clientOf } from './client'
import { MAX_WAIT_MS, MAX_WAIT_SECONDS } from './max-wait'
import { check, fail, say } from './say'

type Tour = {
  call: ReturnType<typeof clientOf>['call']
  receiver: Receiver
  chainId: number
  admin: string
  holder: string
}

/** Issues a token. A wallet without registration gets none of it; a registered one does, and a webhook reports it. */
export async function issueInTour({ call, receiver, chainId, admin, holder }: Tour): Promise<void> {
  const issued = envelope(issuedToken).parse(
    await call('POST', '/v1/tokens', {
      body: {
        ticker: 'TOUR',
        name: 'Tour money market fund',
        price: 1,
        chain: 'BASE',
        chainId,
        decimals: 6,
        assetClass: 'MONEY_MARKET',
        tokenType: 'ASSET',
        maxShareholders: 10,
        tokenAdmin: admin,
      },
      idempotent: true,
      expect: 201,
    }),
  ).data
  const path = `/v1/tokens/${issued.id}`
  const read = async (ref: string) =>
    envelope(operation).parse(await call('GET', `${path}/operations/${ref}`, { expect: 200, quiet: true })).data
  const end = async (ref: string) => {
    await waitUntil(async () => (await read(ref)).status !== 'PENDING', { timeoutMs: MAX_WAIT_MS, everyMs: 500 })
    const { status, error } = await read(ref)
    if (status !== 'COMPLETED')
      fail(`Operation ${ref} is ${status}: ${error ?? `it did not end within ${MAX_WAIT_SECONDS} seconds`}`)
  }
  await end(issued.operationRef)
  say(`   its contract is at ${issued.contractAddress}`)

  const body = { to: holder, amount: '250' }
  const refused = operation.parse(
    z.object({ data: z.unknown() }).parse(await call('POST', `${path}/mint`, { body, idempotent: true, expect: 422 }))
      .data,
  )
  check(refused.code === 'not_registered', 'nobody holds it who is not registered')
  const wallets = { address: holder, investorId: 'tour-investor' }
  const registered = await call('POST', `${path}/wallets`, { body: wallets, idempotent: true, expect: 202 })
  await end(envelope(operation).parse(registered).data.operationRef)

  const webhookSecret = randomUUID()
  const reported = { webhookUrl: `${receiver.url}/minted`, webhookSecret }
  const response = await call('POST', `${path}/mint`, { body: { ...body, ...reported }, idempotent: true, expect: 202 })
  const { operationRef } = envelope(operation).parse(response).data
  const visit = await awaitVisit(receiver, { what: 'mint', path: '/minted', inspect: () => read(operationRef) })
  const news = minted.parse(new Webhook(webhookSecret, { format: 'raw' }).verify(visit.body, visit.headers))
  const token = envelope(issuedToken).parse(await call('GET', path, { expect: 200, quiet: true })).data
  check(
    news.data.tokenId === issued.id && token.totalSupply === '250' && token.holderCount === 1,
    'the mint is told of, and one investor holds all 250 tokens',
  )
}
