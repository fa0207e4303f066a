'use client'

import { Field } from '@base-ui/react/field'
import { cn } from './cn'
import { controlStyles } from './control-styles'

type TextareaProps = Omit<Field.Control.Props, 'className' | 'render'> & { className?: string; rows?: number }

export function Textarea({ className, rows = 4, ...rest }: TextareaProps) {
  return (
    <Field.Control {...rest} render={<textarea rows={rows} />} className={cn(controlStyles, 'block py-2', className)} />
  )
}
