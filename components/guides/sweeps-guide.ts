import type { Guide } from './guide'

export const sweepsGuide: Guide = {
  id: 'sweep-rules',
  title: 'Sweep rules',
  summary: 'Move what arrives in your deposit wallets to one wallet, on each deposit or once a day.',
  paragraphs: [
    '`POST /v1/wallet/sweeps` creates a rule that moves money from your deposit wallets to one of your wallets.',
  ],
  sequence: {
    caption: 'A rule without a schedule sweeps each confirmed deposit.',
    participants: ['Deposit wallet', 'Slipway', 'Target wallet', 'Your server'],
    messages: [
      ['Deposit wallet', 'Slipway', 'A confirmed deposit: the balance reaches `threshold`'],
      ['Slipway', 'Slipway', 'Checks your policies'],
      ['Deposit wallet', 'Target wallet', 'A transaction of type `SWEEP` moves all but `keep`'],
      ['Slipway', 'Your server', 'Webhook `wallet.sweep.completed`'],
    ],
  },
  parts: [
    {
      title: 'Create a rule',
      paragraphs: [
        'Name the `purpose` of the wallets, the chain and asset, `toAddress` and the `threshold`, the minimum that a sweep moves. `keep` leaves an amount in the wallet.',
        'Add a `schedule` (`at` and `timeZone`) to sweep once a day. Without one, each confirmed deposit is swept.',
      ],
    },
    {
      title: 'Sweeps are transactions',
      paragraphs: [
        'Each sweep is a transaction of type `SWEEP`. `sweep` in it names the rule and the trigger. Your policies apply: allow the target as a recipient. Webhook endpoints receive `wallet.sweep.completed` and `wallet.sweep.failed`.',
        'A sweep to your own wallet is not a deposit, so credit your customer for the deposit only.',
      ],
    },
    {
      title: 'Failed sweeps',
      paragraphs: [
        'A sweep that fails is retried after 10 minutes, 1 hour and 6 hours. Then the wallet is held and you receive `wallet.sweep.stopped`. Five such wallets stop the rule.',
        'Fix the cause, such as a policy or a low balance, and set `status` to `ACTIVE` to resume.',
      ],
    },
  ],
  code: [],
}
