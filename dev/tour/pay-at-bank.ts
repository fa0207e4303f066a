import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { StackFacts } from '../stack-file'
import type { Receiver } from '../testing/webhook-receiver'
import { account, envelope, listener, payment, quote, settled } from './answers'
import { awaitVisit } from './await-visit'
import type { clientOf } from './client'
import { check, fail, say } from './say'

type Tour = {
  call: ReturnType<typeof clientOf>['call']
  receiver: Receiver
  bank: StackFacts['bank']
}

/** Prices a plan; prices, requests and pays dollars for the balance at the local bank, and waits for their events. */
export async function payAtBank({ call, receiver, bank }: Tour): Promise<void> {
  if (!bank) return say('   This stack has no bank of its own: nothing is paid.')
  const price = (body: unknown) => call('POST', '/v1/payments/quote', { body, expect: 200 })
  const plan = envelope(quote).parse(await price({ purpose: 'SUBSCRIPTION', planId: 3, billingCycle: 'YEARLY' })).data
  check(plan.periodEnd !== null, `a year more of the plan would cost ₦${plan.amountNgn}, until ${plan.periodEnd}`)
  const request = { purpose: 'WALLET_TOPUP', amountUsd: 2 }
  const priced = envelope(quote).parse(await price(request)).data

  const endpoint = envelope(listener).parse(
    await call('POST', '/v1/webhooks/endpoints', {
      body: { url: `${receiver.url}/payments`, events: ['payment.settled'] },
      expect: 201,
    }),
  ).data
  const [open] = envelope(z.array(account)).parse(
    await call('POST', '/v1/payments/subscribe?providerType=FIAT', { body: request, idempotent: true, expect: 200 }),
  ).data
  if (!open) fail('No bank account was opened.')
  check(
    open.amountExpected === priced.amountNgn,
    `the account asks for ₦${open.amountExpected}, and ₦${priced.amountNgn} was quoted`,
  )

  await sendAtBank(bank.url, open)
  const visit = await awaitVisit(receiver, {
    what: 'settled payment',
    path: '/payments',
    isIt: (body) => body.includes(open.paymentId),
    inspect: () => call('GET', `/v1/payments/${open.paymentId}`, { expect: 200, quiet: true }),
  })
  const reported = settled.parse(new Webhook(endpoint.signingSecret).verify(visit.body, visit.headers)).data
  say(`   ${visit.body}`)
  await call('DELETE', `/v1/webhooks/endpoints/${endpoint.id}`, { expect: 200 })
  const paid = envelope(payment).parse(await call('GET', `/v1/payments/${open.paymentId}`, { expect: 200 })).data
  check(
    reported.status === 'SUCCESS' && paid.status === 'SUCCESS' && paid.providerId === 'sandbox',
    'the payment is settled, told of with the endpoint’s signature, and reads so',
  )
}

async function sendAtBank(url: string, { accountNumber, amountExpected }: z.output<typeof account>): Promise<void> {
  const body = JSON.stringify({ accountNumber, amount: amountExpected.toFixed(2) })
  const sent = await fetch(`${url}/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const problem = sent.ok ? '' : `: the bank answered ${sent.status} ${await sent.text()}`
  check(sent.ok, `₦${amountExpected} was sent to ${accountNumber}, as its page does${problem}`)
}
