import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'

type FieldProps = ComponentProps<'input'> & {
  label: string
  error?: string | undefined
  hint?: ReactNode
  after?: ReactNode
  /** Lines of a text; without it, the field has one line. */
  rows?: number
}

export function Field({ label, error, hint, after, ...input }: FieldProps) {
  const id = useId()
  const Input = (input.rows === undefined ? 'input' : 'textarea') as 'input'
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <Input
          id={id}
          className={`field aria-invalid:border-danger ${after ? 'pr-12' : ''}`}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {after}
      </div>
      {note && (
        <p id={`${id}-note`} className={`mt-1 text-sm ${error ? 'text-danger' : 'text-muted'}`}>
          {note}
        </p>
      )}
    </div>
  )
}

export function SelectField({ label, ...select }: ComponentProps<'select'> & { label: string }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {label}
      </label>
      <select id={id} className="field" {...select} />
    </div>
  )
}

type PasswordFieldProps = Omit<FieldProps, 'type' | 'after'> & { show: string; hide: string }

export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      after={
        <button
          type="button"
          className="icon-button needs-script absolute inset-y-0 right-0"
          aria-label={isShown ? hide : show}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
        </button>
      }
    />
  )
}
