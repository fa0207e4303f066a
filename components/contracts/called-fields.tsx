'use client'

import { useId } from 'react'
import type { Control } from 'react-hook-form'
import { TextField } from '@/components/form/text-field'
import { ChooseWallet } from '@/components/transactions/choose-wallet'
import { Alert } from '@/components/ui/alert'
import { Label } from '@/components/ui/label'
import type { WalletView } from '@/schemas/wallets/contract'
import { ArgumentField } from './argument-field'
import type { ContractValues } from './contract-body'
import type { ContractFunction } from './read-abi'

type CalledFieldsProps = {
  control: Control<ContractValues>
  projectId: string
  called: ContractFunction
  /** The coin of the chain. */
  symbol: string
  wallet: WalletView | null
  onWallet: (wallet: WalletView) => void
}

/** The fields of a function: its arguments, and for a call the wallet and the coins. */
export function CalledFields({ control, projectId, called, symbol, wallet, onWallet }: CalledFieldsProps) {
  const fromId = useId()
  return (
    <>
      {called.inputs.map((parameter, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parameters may have no name, and their order is fixed
        <ArgumentField key={`${called.signature} ${n}`} control={control} parameter={parameter} position={n} />
      ))}
      {called.isPayable ? (
        <TextField
          control={control}
          name="value"
          label={`${symbol} to send along`}
          optional
          inputMode="decimal"
          autoComplete="off"
        />
      ) : null}
      {called.isRead ? null : wallet ? (
        <div className="space-y-1.5">
          <Label htmlFor={fromId} className="block">
            From
          </Label>
          <ChooseWallet id={fromId} projectId={projectId} chainType="EVM" wallet={wallet} onChoose={onWallet} />
        </div>
      ) : (
        <Alert tone="neutral">Generate and fund an EVM wallet first.</Alert>
      )}
    </>
  )
}
