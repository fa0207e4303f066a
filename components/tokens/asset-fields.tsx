'use client'

import type { Control } from 'react-hook-form'
import { chainOptions } from '@/components/chains/chain-options'
import { AddressField } from '@/components/form/address-field'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { ASSET_CLASSES, TOKEN_TYPES } from '@/schemas/tokens/words'
import type { IssueChain, IssueValues } from './issue-values'
import { CLASS_NAMES, TYPE_NAMES } from './token-displays'

/** The asset that the token represents, and its chain. */
export function AssetFields({ control, chains }: { control: Control<IssueValues>; chains: readonly IssueChain[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="ticker"
        label="Ticker"
        autoComplete="off"
        placeholder="ACME28"
        maxLength={12}
      />
      <TextField control={control} name="name" label="Name" autoComplete="off" placeholder="Acme 12.5% 2028" />
      <SelectField
        control={control}
        name="assetClass"
        label="Class"
        options={ASSET_CLASSES.map((value) => ({ value, label: CLASS_NAMES[value] }))}
      />
      <SelectField
        control={control}
        name="tokenType"
        label="Type"
        options={TOKEN_TYPES.map((value) => ({ value, label: TYPE_NAMES[value] }))}
      />
      <TextField
        control={control}
        name="price"
        label="Issue price"
        inputMode="decimal"
        autoComplete="off"
        placeholder="100"
        hint="Per token, in US dollars."
      />
      <TextField
        control={control}
        name="decimals"
        label="Decimals"
        inputMode="numeric"
        autoComplete="off"
        hint="Decimal places of one token."
      />
      <SelectField
        control={control}
        name="chainId"
        label="Chain"
        placeholder="Choose a chain"
        options={chainOptions(chains)}
        hint="A token on a testnet has no value."
      />
      <AddressField
        control={control}
        name="tokenAdmin"
        label="Token admin"
        optional
        hint="Your wallet that manages the token. Leave empty to use your first active wallet."
      />
    </div>
  )
}
