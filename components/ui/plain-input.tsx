import type { ComponentProps } from 'react'
import { cn } from './cn'
import { controlStyles } from './control-styles'

type PlainInputProps = ComponentProps<'input'> & { mono?: boolean }

/** An input outside FormField. It has its own label and does not load the code of forms. */
export function PlainInput({ className, mono, ...rest }: PlainInputProps) {
  return <input {...rest} className={cn(controlStyles, 'h-9', mono && 'font-mono text-[0.8125rem]', className)} />
}
