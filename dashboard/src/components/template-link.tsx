import { Link } from 'wouter';
import { api } from '../api/client.ts';

/** A link to a template by its name; by its id only while the name is not known. */
export function TemplateLink({ id }: { readonly id: string }) {
  const template = api.useQuery('get', '/api/templates/{id}', { params: { path: { id } } }, { retry: false });
  return (
    <Link
      href={`/templates/${template.data?.slug ?? id}`}
      title={id}
      className="text-accent wrap-anywhere hover:underline"
    >
      {template.data?.slug ?? id}
    </Link>
  );
}
