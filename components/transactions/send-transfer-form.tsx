'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { v4 as uuid } from 'uuid'
import { z } from 'zod'
import { chainLabel } from '@/components/chains/chain-label'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { SelectField } from '@/components/form/select-field'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { CallAnswer } from '@/components/reference/call-answer'
import { type Answer, sendCall } from '@/components/reference/send-call'
import { useToken } from '@/components/reference/token-context'
import { TokenForm } from '@/components/reference/token-form'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CodeBlock } from '@/components/ui/code-block'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { sendFormOf } from './send-form'
import { type SendValues, transferBodyOf, transferCode } from './transfer-call'

type SendTransferFormProps = {
  projectId: string
  /** Who sends. */
  wallet: WalletView
  /** Those of the wallet's chain type. */
  chains: readonly ChainView[]
  baseUrl: string
  /** How the project's live key looks. */
  keyHint: string
}

const KEY_HEADER = { name: 'Idempotency-Key', location: 'header' } as const
const AGAIN = 'You can safely send it again. The Idempotency-Key is the same, so it is executed only once.'
const blocked = z.object({ code: z.literal('address_blocked') })
const made = z.object({ data: z.object({ id: z.string() }) })

/** Fields of a transfer, the call they make, and what the API answers. */
export function SendTransferForm({ projectId, wallet, chains, baseUrl, keyHint }: SendTransferFormProps) {
  const client = useQueryClient()
  const trpc = useTRPC()
  const { token } = useToken()
  // One key until the API itself has answered: sent twice, it is still one transfer.
  const [idempotencyKey, setIdempotencyKey] = useState(() => uuid())
  const [answer, setAnswer] = useState<{ said: Answer; at: number } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { control, handleSubmit, formState } = useForm({
    resolver: zodResolver(sendFormOf(chains)),
    defaultValues: startValues(chains),
  })
  const values = useWatch({ control })
  const chain = chains.find(({ chainId }) => String(chainId) === values.chainId)
  const symbols = chain ? [chain.nativeSymbol, ...chain.tokens.map(({ symbol }) => symbol)] : []

  async function send(sent: SendValues) {
    if (!chain) return
    setProblem(null)
    try {
      const operation = {
        method: 'POST' as const,
        path: '/v1/wallet/transaction',
        parameters: [KEY_HEADER],
      }
      const body = JSON.stringify(transferBodyOf(wallet.address, sent, chain))
      const call = { operation, values: { [KEY_HEADER.name]: idempotencyKey }, body, token: token?.value ?? null }
      const answered = await sendCall(call)
      setAnswer({ said: answered, at: performance.now() })
      // A server error, or a proxy's, may stand over a transfer that was accepted.
      if (answered.status >= 500) setProblem(`We cannot tell whether the transfer was accepted. ${AGAIN}`)
      else setIdempotencyKey(uuid())
      await client.invalidateQueries(trpc.transactions.pathFilter())
    } catch {
      setAnswer(null)
      setProblem(`The server did not respond. ${AGAIN}`)
    }
  }

  const id = answer && answer.said.status < 300 ? made.safeParse(parse(answer.said.body)).data?.data.id : undefined
  const isBlocked = answer?.said.status === 422 && blocked.safeParse(parse(answer.said.body)).success
  return (
    <div className="space-y-5">
      <TokenForm />
      <form className="space-y-4" onSubmit={handleSubmit(send)}>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            control={control}
            name="chainId"
            label="Chain"
            options={chains.map((chain) => ({ value: String(chain.chainId), label: chainLabel(chain) }))}
          />
          <SelectField
            control={control}
            name="asset"
            label="Asset"
            options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
          />
        </div>
        <AddressField control={control} name="toAddress" label="To" chainType={wallet.chainType} />
        <AmountField control={control} name="amount" label="Amount" unit={values.asset ?? ''} />
        {chain ? (
          <CodeBlock
            title="This call with curl"
            code={transferCode({
              baseUrl,
              hint: keyHint,
              body: transferBodyOf(wallet.address, whole(values), chain),
            })}
            wrap
          />
        ) : null}
        <Button
          type="submit"
          variant="primary"
          pending={formState.isSubmitting}
          disabledReason={token ? null : 'Enter a key first'}
        >
          Send transfer
        </Button>
      </form>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {answer ? (
        <div key={answer.at} ref={intoView}>
          <CallAnswer answer={answer.said}>{isBlocked ? <BlockedCure projectId={projectId} /> : null}</CallAnswer>
        </div>
      ) : null}
      {id ? <LinkButton href={paths.transaction(projectId, id)}>View transaction</LinkButton> : null}
    </div>
  )
}

function BlockedCure({ projectId }: { projectId: string }) {
  const link = <LinkButton href={paths.screening(projectId)}>Open address screening</LinkButton>
  return (
    <Alert actions={link}>
      Owners can remove an address from the list of the business. Addresses on the list of the platform stay blocked.
    </Alert>
  )
}

/** Scrolls to the result, which is below the fold on most screens. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
}

function startValues(chains: readonly ChainView[]): SendValues {
  const chain = chains.find(({ network }) => network === 'TESTNET') ?? chains[0]
  const asset = chain?.tokens.find(({ symbol }) => symbol === 'cNGN')?.symbol ?? chain?.nativeSymbol ?? ''
  return { chainId: String(chain?.chainId ?? ''), asset, toAddress: '', amount: '1' }
}

function whole({ chainId = '', asset = '', toAddress = '', amount = '' }: Partial<SendValues>): SendValues {
  return { chainId, asset, toAddress, amount }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
