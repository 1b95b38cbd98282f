/** A language model, as far as Engram ever needs one. None configured is normal. */
export interface LanguageModel {
  readonly id: string;
  generate(request: {
    readonly system?: string;
    readonly prompt: string;
    readonly maxOutputTokens?: number;
  }): Promise<{
    readonly text: string;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }>;
}
