import { resolve } from 'node:path'
import type { Interpreter, Module } from './interpreter.ts'
import type { Node } from './values.ts'

type Shape = { shape?: Record<string, Shape> }

const literalsOf = (type: Node | undefined): string[] =>
  [type, ...(type?.types ?? [])].flatMap((part) =>
    typeof part?.literal?.value === 'string' ? [part.literal.value] : [],
  )

/** Reads the names of a row type's properties. Null for a type that names none. */
export class RowColumns {
  readonly #interpreter: Interpreter

  constructor(interpreter: Interpreter) {
    this.#interpreter = interpreter
  }

  async of(type: Node | undefined, module: Module): Promise<string[] | null> {
    switch (type?.type) {
      case 'TSArrayType':
        return this.of(type.elementType, module)
      case 'TSParenthesizedType':
        return this.of(type.typeAnnotation, module)
      case 'TSTypeLiteral':
        return (type.members ?? []).flatMap(({ key }) => key?.name ?? [])
      case 'TSIntersectionType': {
        const parts = await Promise.all((type.types ?? []).map((part) => this.of(part, module)))
        return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? [])
      }
      case 'TSIndexedAccessType': {
        const shape = await this.#shapeOf(type.objectType, module)
        const inner = shape?.shape?.[literalsOf(type.indexType)[0] ?? '']?.shape
        return inner ? Object.keys(inner) : null
      }
      case 'TSTypeReference':
        return this.#ofReference(type, module)
      default:
        return null
    }
  }

  async #ofReference(type: Node, module: Module): Promise<string[] | null> {
    const [base, keys] = type.typeArguments?.params ?? []
    const name = type.typeName?.name
    if (name === 'Pick') return literalsOf(keys)
    if (name === 'Omit') {
      const columns = await this.of(base, module)
      return columns && columns.filter((column) => !literalsOf(keys).includes(column))
    }
    const shape = await this.#shapeOf(type, module)
    if (shape?.shape) return Object.keys(shape.shape)
    const alias = name ? this.#interpreter.aliasOf(name, module) : null
    return alias ? this.of(...alias) : null
  }

  /** Returns the schema of a type that is inferred from it. */
  async #shapeOf(type: Node | undefined, module: Module): Promise<Shape | null> {
    const name = type?.typeName?.name
    const alias = name ? this.#interpreter.aliasOf(name, module) : null
    if (alias) return this.#shapeOf(...alias)
    const [inferred] = type?.typeArguments?.params ?? []
    const schema = type?.typeName?.right?.name === 'infer' ? inferred?.exprName?.name : undefined
    if (!schema) return null
    const exported = (await import(resolve(module.file))) as Record<string, Shape>
    return exported[schema] ?? null
  }
}
