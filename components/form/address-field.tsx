'use client'

import type { ComponentProps, ReactNode } from 'react'
import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { type AddressType, addressText, typeOf } from '@/schemas/addresses/contract'
import { TextField } from './text-field'

type AddressFieldProps<T extends FieldValues, N extends FieldPath<T>> = Pick<
  ComponentProps<typeof TextField<T, N>>,
  'control' | 'name' | 'label' | 'hint' | 'optional' | 'disabled' | 'className'
> & {
  /** Accepts addresses of this chain family only. */
  chainType?: AddressType
}

const NAMES = { EVM: 'EVM address', SOLANA: 'Solana address' } satisfies Record<AddressType, string>

/** An on-chain address. A valid one is shown below by its first and last characters, which people compare. */
export function AddressField<T extends FieldValues, N extends FieldPath<T>>(props: AddressFieldProps<T, N>) {
  const { chainType, hint, ...field } = props
  const typed = useWatch({ control: field.control, name: field.name })
  return (
    <TextField
      {...field}
      mono
      autoComplete="off"
      spellCheck={false}
      placeholder={chainType === 'SOLANA' ? undefined : '0x…'}
      hint={addressHint(typed, chainType) ?? hint}
    />
  )
}

/** The ends of a typed address; null while it is none of this family of chains. */
export function addressHint(typed: unknown, chainType?: AddressType): ReactNode {
  const { data: address } = addressText(chainType).safeParse(typed)
  if (!address) return null
  return (
    <>
      {NAMES[typeOf(address)]} <span className="font-mono">{shortenMiddle(address)}</span>
    </>
  )
}
