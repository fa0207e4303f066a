import type { GuidePart } from './guide'

/** What a 202 promises, and what may follow it. */
export const ACCEPTED: GuidePart = {
  title: 'What a 202 means',
  paragraphs: [
    'A 202 means that the transaction is recorded and will be executed at most once. It does not mean that the wallet can pay it: earlier transactions and deposits may change the balance until its turn comes. Depend on `status`, not on the 202.',
    'Overdrawn: if the wallet holds too little when its turn comes, the transaction becomes FAILED. `error` says why, and `shortfall` has the `unit`, the `needed` and the `available` amount. Nothing is sent and no gas is charged. With `waitForCompletion` the response is 422 with that record. Fund the wallet and send the transfer again with a new `Idempotency-Key`, and with a new `reference` if it has one.',
    'Needs approval: if a policy asks for a second person, the `message` is “Transfer waits for approval” and `stage` is `awaiting_approval`. `waitForCompletion` does not wait for that person: the 202 comes immediately. After the approval, `stage` is `queued`. If the person rejects it, or does not decide within 72 hours, it becomes FAILED.',
    'Held back: `stage` remains `queued` while an earlier transaction of the wallet is not mined, while the project or the business is suspended, or while the chain cannot be reached. The page of the transaction in the portal names the reason. `POST /v1/wallet/transaction/{id}/cancel` ends it.',
    'Each of these outcomes is reported like every other: `wallet.transfer.completed` or `wallet.transfer.failed`, or `GET /v1/wallet/transaction/{id}`.',
  ],
  code: [
    {
      title: 'The record of an overdrawn transfer, shortened',
      code: JSON.stringify(
        {
          id: '019a6b3e-7c1d-7d44-a8f1-3a5f0c9e2b71',
          status: 'FAILED',
          txHash: null,
          error: 'The wallet holds less of the token than the transfer moves: 5000 cNGN needed, 12.5 cNGN available',
          shortfall: { unit: 'cNGN', needed: '5000', available: '12.5' },
        },
        null,
        2,
      ),
    },
  ],
}
