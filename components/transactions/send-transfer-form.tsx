'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useId, useRef, useState } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { chainOptions, startChain } from '@/components/chains/chain-options'
import { useChainOffer } from '@/components/chains/use-chain-offer'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { paths } from '@/components/paths'
import { ProgramCall } from '@/components/reference/program-call'
import { useTRPC } from '@/components/trpc'
import { Disclosure } from '@/components/ui/disclosure'
import { Label } from '@/components/ui/label'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { displayAmount } from '@/server/money/display-amount'
import { ChooseWallet } from './choose-wallet'
import { RecipientField } from './recipient-field'
import { sendFormOf } from './send-form'
import { SendPreview } from './send-preview'
import { TagFields } from './tag-fields'
import { type SendValues, transferBodyOf, transferCode } from './transfer-call'
import { NO_TAGS, tagsOf } from './transfer-tags'
import { useFunds } from './use-funds'

type SendTransferFormProps = DialogState & {
  projectId: string
  /** The wallet that sends. */
  wallet: WalletView
  onWallet: (wallet: WalletView) => void
  /** The chains that can be reached. */
  chains: readonly ChainView[]
  /** The values of the transfer that it repeats; null for a new one. */
  values: SendValues | null
  /** The default recipient of a first transfer on a testnet. */
  recipient: string
  baseUrl: string
  /** The masked live key of the project. */
  keyHint: string
  notice: ReactNode
}

const NEW = 'From a wallet of this project. You see the fee and the rules that apply before you send.'
const REPEATED = 'Filled in from an earlier transfer, without its reference. Sending makes a new transfer.'

/** A transfer by the signed-in person, with a preview of its outcome, and the same call for a program. */
export function SendTransferForm(props: SendTransferFormProps) {
  const { projectId, wallet, onWallet, baseUrl, keyHint, notice, open, onOpenChange } = props
  const fromId = useId()
  const tagsRef = useRef<HTMLDetailsElement>(null)
  const offer = useChainOffer(projectId)
  function chainsOf({ chainType }: WalletView) {
    const own = props.chains.filter((chain) => chain.chainType === chainType)
    // A repeated transfer keeps its chain, regardless of the network switch.
    return props.values ? own : offer(own)
  }
  const chains = chainsOf(wallet)
  const schema = sendFormOf(chains)
  const start = props.values ?? startValues(chains, props.recipient)
  const form = useForm<SendValues>({ resolver: zodResolver(schema), defaultValues: start })
  const { control, handleSubmit } = form
  const values = useWatch({ control })
  const chain = chains.find(({ chainId }) => String(chainId) === values.chainId)
  const typed = schema.safeParse({ ...values, ...NO_TAGS }).data
  const showTags = () => tagsRef.current?.setAttribute('open', '')
  const { funds, isShort } = useFunds({
    ...{ projectId, wallet, chain, symbol: values.asset ?? '', amount: values.amount ?? '' },
  })
  const { mutation, send } = useSend({ projectId, form, filledIn: JSON.stringify([wallet.id, values]), showTags })
  function choose(next: WalletView) {
    // Chains and addresses of one chain type are none of the other.
    if (next.chainType !== wallet.chainType) {
      const { reference, metadata } = form.getValues()
      form.reset({ ...startValues(chainsOf(next)), reference, metadata })
    }
    onWallet(next)
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Send a transfer"
      description={props.values ? REPEATED : NEW}
      size="lg"
      submitLabel="Send transfer"
      mutation={mutation}
      disabledReason={isShort && `The wallet holds ${displayAmount(funds?.amount ?? '0')} ${values.asset}`}
      onSubmit={handleSubmit(
        (checked) => {
          if (chain) send({ ...transferBodyOf(wallet.address, checked, chain), ...tagsOf(checked) })
        },
        ({ reference, metadata }) => {
          if (reference ?? metadata) showTags()
        },
      )}
    >
      {notice}
      <div className="space-y-1.5">
        <Label htmlFor={fromId} className="block">
          From
        </Label>
        <ChooseWallet id={fromId} projectId={projectId} wallet={wallet} onChoose={choose} />
      </div>
      <AssetFields control={control} chains={chains} chain={chain} />
      <RecipientField projectId={projectId} control={control} wallet={wallet} />
      <AmountField control={control} name="amount" label="Amount" unit={values.asset ?? ''} />
      <Disclosure ref={tagsRef} summary="Reference and metadata (optional)" open={start.metadata.length > 0}>
        <TagFields control={control} />
      </Disclosure>
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
        <ProgramCall
          code={transferCode({
            baseUrl,
            hint: keyHint,
            body: { ...transferBodyOf(wallet.address, whole(values), chain), ...tagsOf(whole(values)) },
          })}
        />
      ) : null}
    </FormDialog>
  )
}

type SendProps = { projectId: string; form: UseFormReturn<SendValues>; filledIn: string; showTags: () => void }

/** Sends the transfer and opens its page. `filledIn` identifies the values that an error is about. */
function useSend({ projectId, form, filledIn, showTags }: SendProps) {
  const client = useQueryClient()
  const trpc = useTRPC()
  const router = useRouter()
  const [sent, setSent] = useState('')
  const mutation = useServerMutation(trpc.transactions.send, {
    onSuccess: async ({ id, status, isRepeated }) => {
      await client.invalidateQueries(trpc.transactions.pathFilter())
      if (isRepeated) toast.info('This reference made the same transfer before. Nothing was sent again.')
      else if (status !== 'FAILED') toast.success('Transfer accepted')
      // Replaces the form's own address, so that Back opens the list.
      router.replace(paths.transaction(projectId, id))
    },
    onError: ({ data, message }) => {
      if (data?.param !== 'reference') return
      showTags()
      form.setError('reference', { message }, { shouldFocus: true })
    },
  })
  function send(input: Omit<Parameters<typeof mutation.mutate>[0], 'projectId'>) {
    setSent(filledIn)
    mutation.mutate({ projectId, ...input })
  }
  // The error is shown at its field, or it is about values that have changed since.
  const isShownElsewhere = mutation.error?.data?.param === 'reference' || sent !== filledIn
  return { send, mutation: isShownElsewhere ? { ...mutation, problem: null } : mutation }
}

type AssetFieldsProps = {
  control: UseFormReturn<SendValues>['control']
  chains: readonly ChainView[]
  chain: ChainView | undefined
}

function AssetFields({ control, chains, chain }: AssetFieldsProps) {
  const symbols = chain ? [chain.nativeSymbol, ...chain.tokens.map(({ symbol }) => symbol)] : []
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField control={control} name="chainId" label="Chain" options={chainOptions(chains)} />
      <SelectField
        control={control}
        name="asset"
        label="Asset"
        options={symbols.map((symbol) => ({ value: symbol, label: symbol }))}
      />
    </div>
  )
}

function startValues(chains: readonly ChainView[], recipient = ''): SendValues {
  const chain = startChain(chains)
  const asset = chain?.tokens.find(({ symbol }) => symbol === 'cNGN')?.symbol ?? chain?.nativeSymbol ?? ''
  const toAddress = chain?.network === 'TESTNET' ? recipient : ''
  return { chainId: String(chain?.chainId ?? ''), asset, toAddress, amount: '1', ...NO_TAGS }
}

type Typed = Partial<Omit<SendValues, 'metadata'>> & { metadata?: Partial<SendValues['metadata'][number]>[] }

function whole({
  chainId = '',
  asset = '',
  toAddress = '',
  amount = '',
  reference = '',
  metadata = [],
}: Typed): SendValues {
  const rows = metadata.map(({ key = '', value = '' }) => ({ key, value }))
  return { chainId, asset, toAddress, amount, reference: reference.trim(), metadata: rows }
}
