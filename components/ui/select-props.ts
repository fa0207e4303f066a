import type { ReactNode } from 'react'
import { controlStyles } from './control-styles'

export type SelectOption<V extends string> = { value: V; label: ReactNode; hint?: ReactNode }

export type SelectProps<V extends string> = {
  options: readonly SelectOption<V>[]
  value: V | null
  onValueChange: (value: V) => void
  placeholder?: string
  disabled?: boolean
  id?: string
  name?: string
  className?: string
  'aria-label'?: string
}

export const SELECT_PLACEHOLDER = 'Select…'

export const selectTriggerStyles = `${controlStyles} flex h-9 items-center justify-between gap-2 pr-2 text-left`
