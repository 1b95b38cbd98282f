import type { Operation } from '../../operations/operation.ts';
import { type OperationFiles, operationFiles } from '../../operations/operations.ts';
import type { ViewerContext } from '../../ports/context.ts';
import type { Tools } from '../../ports/run-handle.ts';
import type { RunTemplateOptions } from '../../run/agent-setup.ts';

/** The method of one operation: it takes the input, one field of it, or tools besides. */
type Method<Defined> =
  Defined extends Operation<infer Input, infer Result, infer Shape>
    ? Shape extends { readonly by: infer Field extends keyof Input }
      ? (value: Input[Field]) => Promise<Result>
      : Shape extends { readonly tools: true }
        ? (input: Input, tools?: Tools, options?: RunTemplateOptions) => Promise<Result>
        : Record<never, never> extends Input
          ? (input?: Input) => Promise<Result>
          : (input: Input) => Promise<Result>
    : never;

/** The group of operations that a file exports. */
type GroupIn<File extends keyof OperationFiles> = OperationFiles[File][keyof OperationFiles[File]];

/** The operations of a file as methods of the library, with the documentation of each definition. */
export type LibraryOf<File extends keyof OperationFiles> = {
  readonly [Name in keyof GroupIn<File>]: Method<GroupIn<File>[Name]>;
};

/** The method of an operation, bound to a viewer. */
function methodOf<Defined extends Operation>(context: ViewerContext, operation: Defined): Method<Defined> {
  const { by } = operation.library ?? {};
  const method = (input: unknown = {}, tools: Tools = {}, options: RunTemplateOptions = {}) =>
    operation.perform(context, (by === undefined ? input : { [by]: input }) as never, {
      tools: async () => tools,
      door: 'library',
      watching: () => options,
    });
  // Seen in stack traces, and by whoever walks a view.
  Object.defineProperty(method, 'name', { value: operation.name });
  return method as Method<Defined>;
}

/** The operations of a file as methods, bound to a viewer. */
export function libraryOf<File extends keyof OperationFiles>(
  context: ViewerContext,
  file: File,
): LibraryOf<File> {
  const methods = Object.values<Readonly<Record<string, Operation>>>(operationFiles[file])
    .flatMap((group) => Object.entries(group))
    .map(([name, operation]) => [name, methodOf(context, operation)]);
  return Object.fromEntries(methods) as LibraryOf<File>;
}
