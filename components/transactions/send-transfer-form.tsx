'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { chainLabel } from '@/components/chains/chain-label'
import { AddressField } from '@/components/form/address-field'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { CodeBlock } from '@/components/ui/code-block'
import { Label } from '@/components/ui/label'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { ChooseWallet } from './choose-wallet'
import { sendFormOf } from './send-form'
import { SendPreview } from './send-preview'
import { type SendValues, transferBodyOf, transferCode } from './transfer-call'

type SendTransferFormProps = DialogState & {
  projectId: string
  /** Who sends. */
  wallet: WalletView
  onWallet: (wallet: WalletView) => void
  /** Those that can be reached. */
  chains: readonly ChainView[]
  baseUrl: string
  /** How the project's live key looks. */
  keyHint: string
  notice: ReactNode
}

/** A transfer in the name of the person, with what would come of it, and the same call for a program. */
export function SendTransferForm(props: SendTransferFormProps) {
  const { projectId, wallet, onWallet, baseUrl, keyHint, notice, open, onOpenChange } = props
  const client = useQueryClient()
  const trpc = useTRPC()
  const router = useRouter()
  const fromId = useId()
  const chainsOf = ({ chainType }: WalletView) => props.chains.filter((chain) => chain.chainType === chainType)
  const chains = chainsOf(wallet)
  const form = sendFormOf(chains)
  const { control, handleSubmit, reset } = useForm({ resolver: zodResolver(form), defaultValues: startValues(chains) })
  const values = useWatch({ control })
  const chain = chains.find(({ chainId }) => String(chainId) === values.chainId)
  const symbols = chain ? [chain.nativeSymbol, ...chain.tokens.map(({ symbol }) => symbol)] : []
  const typed = form.safeParse(values).data
  const send = useServerMutation(trpc.transactions.send, {
    onSuccess: async ({ id, status }) => {
      await client.invalidateQueries(trpc.transactions.pathFilter())
      if (status !== 'FAILED') toast.success('Transfer accepted')
      // In place of the form's own address: Back leads to the list.
      router.replace(paths.transaction(projectId, id))
    },
  })
  function choose(next: WalletView) {
    // Chains and addresses of one chain type are none of the other.
    if (next.chainType !== wallet.chainType) reset(startValues(chainsOf(next)))
    onWallet(next)
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send a transfer"
      description="From a wallet of this project. You see the fee and the rules that apply before you send."
      size="lg"
      submitLabel="Send transfer"
      mutation={send}
      onSubmit={handleSubmit((sent) => {
        if (chain) send.mutate({ projectId, ...transferBodyOf(wallet.address, sent, chain) })
      })}
    >
      {notice}
      <div className="space-y-1.5">
        <Label htmlFor={fromId} className="block">
          From
        </Label>
        <ChooseWallet id={fromId} projectId={projectId} wallet={wallet} onChoose={choose} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          control={control}
          name="chainId"
          label="Chain"
          options={chains.map((one) => ({ value: String(one.chainId), label: chainLabel(one) }))}
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
        <SendPreview
          projectId={projectId}
          wallet={wallet}
          chain={chain}
          symbol={values.asset ?? ''}
          body={typed ? transferBodyOf(wallet.address, typed, chain) : null}
        />
      ) : null}
      {chain ? (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-[0.8125rem] text-accent-foreground underline-offset-4 hover:underline">
            The same call for your program
          </summary>
          <CodeBlock
            className="mt-2"
            title="This call with curl"
            code={transferCode({
              baseUrl,
              hint: keyHint,
              body: transferBodyOf(wallet.address, whole(values), chain),
            })}
            wrap
          />
        </details>
      ) : null}
    </FormDialog>
  )
}

function startValues(chains: readonly ChainView[]): SendValues {
  const chain = chains.find(({ network }) => network === 'TESTNET') ?? chains[0]
  const asset = chain?.tokens.find(({ symbol }) => symbol === 'cNGN')?.symbol ?? chain?.nativeSymbol ?? ''
  return { chainId: String(chain?.chainId ?? ''), asset, toAddress: '', amount: '1' }
}

function whole({ chainId = '', asset = '', toAddress = '', amount = '' }: Partial<SendValues>): SendValues {
  return { chainId, asset, toAddress, amount }
}
