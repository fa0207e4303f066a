import type { Guide } from './guide'

export const gasGuide: Guide = {
  id: 'gas-and-nonces',
  title: 'Gas and nonces',
  summary: 'Who pays the gas of a transaction, what it costs, and what to do when one is not mined.',
  paragraphs: [
    'Your wallets need no coins for gas: the platform pays it on the chain. Where `gasPolicy` of a chain is `debited`, the fee is charged to your USD balance. Where it is `sponsored`, it is free. `GET /v1/wallet/chains` shows the policy of each chain, and `GET /v1/wallet/balance` your balance.',
  ],
  parts: [
    {
      title: 'What a transaction costs',
      paragraphs: [
        '`POST /v1/wallet/transaction/estimate` takes the body of a transfer. It returns the expected and the highest fee, in coins and in USD, and sends nothing.',
        'When a transaction is accepted, its highest fee is reserved in your balance. When it has ended, the fee on the chain is charged as `feeUsd`, and the rest is available again.',
        'If the balance is too low, the call returns 402 with `balance_insufficient`, and `data` has the needed and the available amount. Top up the balance and send the same call again. `gas_budget_spent` means that the sponsored gas of the chain is used up for today (UTC).',
      ],
    },
    {
      title: 'Nonces and stuck transactions',
      paragraphs: [
        'You send no nonces, so errors such as “nonce too low” do not occur. Send calls at the same time if you like: the platform queues the transactions of a wallet and assigns the nonces. A stuck transaction is replaced by one with a higher fee, and `attempts` counts the versions.',
        '`POST /v1/wallet/transaction/{id}/speed-up` raises the fee of a transaction that is sent and not mined, on EVM chains. `POST /v1/wallet/transaction/{id}/cancel` ends one that was not sent, or replaces a sent one by a transfer of zero. The version that is mined decides the outcome.',
      ],
    },
  ],
  code: [],
}
