'use client'

import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'pending'> & { pending: boolean }

export function SubmitButton({ variant = 'primary', ...rest }: SubmitButtonProps) {
  return <Button {...rest} type="submit" variant={variant} />
}
