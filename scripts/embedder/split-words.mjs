// The product's own way of taking texts apart, so that what is trained is what is looked up later.
import { readFileSync } from 'node:fs';
import typescript from 'typescript';

const source = new URL('../../src/providers/static-embedder/words.ts', import.meta.url);

/** `knownWords` of src/providers/static-embedder/words.ts, compiled. */
export async function loadSplitter() {
  const { ESNext } = typescript.ModuleKind;
  const compilerOptions = { module: ESNext, target: typescript.ScriptTarget.ES2022 };
  const { outputText } = typescript.transpileModule(readFileSync(source, 'utf8'), { compilerOptions });
  const { knownWords } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return knownWords;
}
