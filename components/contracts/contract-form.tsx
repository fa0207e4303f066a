'use client'

import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { chainOptions, startChain } from '@/components/chains/chain-options'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { callCode } from '@/components/reference/call-code'
import { ProgramCall } from '@/components/reference/program-call'
import { useToken } from '@/components/reference/token-context'
import { TokenForm } from '@/components/reference/token-form'
import { readRefusal } from '@/components/requests/read-refusal'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { addressText } from '@/schemas/addresses/contract'
import type { ChainView, WalletView } from '@/schemas/wallets/contract'
import { CalledFields } from './called-fields'
import { ContractAnswer } from './contract-answer'
import { type ContractValues, contractBodyOf, contractPathOf, fieldProblemsOf } from './contract-body'
import { FunctionField } from './function-field'
import type { ContractAbi } from './read-abi'
import { useContractCall } from './use-contract-call'

type ContractFormProps = {
  projectId: string
  abi: ContractAbi
  /** The chains that support contracts and can be reached. */
  chains: readonly ChainView[]
  /** The wallet that calls at first; null if the project has none that can. */
  first: WalletView | null
  /** The permission that calls need and the person or the plan lacks. */
  shortfall: string | null
  baseUrl: string
  /** The masked live key of the project. */
  keyHint: string
}

/** A function of a contract with its arguments, sent through the API, and its answer. */
export function ContractForm(props: ContractFormProps) {
  const { projectId, abi, chains, first, shortfall, baseUrl, keyHint } = props
  const { functions, errors, unread } = abi
  const { token } = useToken()
  const [wallet, setWallet] = useState(first)
  const start = startValues(chains)
  const { control, handleSubmit, formState, setError, setValue, clearErrors } = useForm({ defaultValues: start })
  const values: ContractValues = { ...start, ...useWatch({ control }) }
  const called = functions.find(({ signature }) => signature === values.signature) ?? null
  const chain = chains.find(({ chainId }) => String(chainId) === values.chainId)
  const { answer, problem, send, clear } = useContractCall()
  const body = called && contractBodyOf({ values, called, errors, addressIndex: wallet?.addressIndex ?? 0 })

  async function submit() {
    if (!called || !body) return
    const answer = await send({ path: contractPathOf(called), body, token: token?.value ?? null })
    if (answer?.status !== 400) return
    for (const { field, message } of fieldProblemsOf(readRefusal(answer.body).errors)) setError(field, { message })
  }

  const missing = called && !called.isRead ? (shortfall ?? (wallet ? null : 'Generate a wallet first')) : null
  return (
    <div className="space-y-5">
      {unread.length > 0 ? <UnreadFunctions unread={unread} /> : null}
      <TokenForm />
      <form className="space-y-4" onSubmit={handleSubmit(submit)} noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField control={control} name="chainId" label="Chain" options={chainOptions(chains)} />
          <TextField
            control={control}
            name="to"
            label="Contract"
            mono
            placeholder="0x…"
            autoComplete="off"
            spellCheck={false}
            rules={{ validate: findAddressProblem }}
          />
        </div>
        <FunctionField
          control={control}
          functions={functions}
          onChoose={() => {
            setValue('args', [])
            setValue('value', '')
            clearErrors()
            clear()
          }}
        />
        {called ? (
          <>
            <CalledFields
              control={control}
              projectId={projectId}
              called={called}
              symbol={chain?.nativeSymbol ?? ''}
              wallet={wallet}
              onWallet={setWallet}
            />
            <Button
              type="submit"
              variant="primary"
              pending={formState.isSubmitting}
              disabledReason={missing ?? (token ? null : 'Enter a key first')}
            >
              {called.isRead ? 'Read' : 'Call'}
            </Button>
          </>
        ) : null}
      </form>
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      {answer ? <ContractAnswer projectId={projectId} answer={answer} /> : null}
      {called && body ? (
        <ProgramCall
          code={callCode({ baseUrl, hint: keyHint, path: contractPathOf(called), body, isWrite: !called.isRead })}
        />
      ) : null}
    </div>
  )
}

function UnreadFunctions({ unread }: Pick<ContractAbi, 'unread'>) {
  const title = unread.length === 1 ? '1 function is left out' : `${unread.length} functions are left out`
  return (
    <Alert tone="warning" title={title}>
      <ul className="list-disc pl-5">
        {unread.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}

function startValues(chains: readonly ChainView[]): ContractValues {
  const chain = startChain(chains)
  return { chainId: String(chain?.chainId ?? ''), to: '', signature: '', args: [], value: '' }
}

function findAddressProblem(text: string): string | true {
  return addressText('EVM').safeParse(text.trim()).error?.issues[0]?.message ?? true
}
