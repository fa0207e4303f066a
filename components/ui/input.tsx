'use client'

import { Input as Base } from '@base-ui/react/input'
import { cn } from './cn'
import { controlStyles } from './control-styles'

type InputProps = Omit<Base.Props, 'className'> & { className?: string; mono?: boolean }

export function Input({ className, mono, ...rest }: InputProps) {
  return <Base {...rest} className={cn(controlStyles, 'h-9', mono && 'font-mono text-[0.8125rem]', className)} />
}
