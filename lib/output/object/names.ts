/** What names and labels may be, as apimachinery's validation has it. */
export const QUALIFIED_NAME =
  'up to 63 letters, digits, dashes, underscores and dots, a letter or digit first and last, with an optional prefix like example.com/';
export const LABEL_VALUE =
  'up to 63 letters, digits, dashes, underscores and dots, a letter or digit first and last, or nothing';

const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const qualified = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

/** RFC 1123 label: a namespace, or a part of a host name. */
export const isLabel = (text: string): boolean => text.length <= 63 && label.test(text);

/** RFC 1123 subdomain: the name of most objects. */
export const isSubdomain = (text: string): boolean => text.length <= 253 && subdomain.test(text);

/** RFC 1035 label: the name of a Service. */
export const isServiceName = (text: string): boolean => isLabel(text) && /^[a-z]/.test(text);

/** What RBAC takes as a name: anything that can be one segment of a path. */
export const isPathSegment = (text: string): boolean =>
  text !== '' && text !== '.' && text !== '..' && !/[/%]/.test(text);

export const isLabelValue = (text: string): boolean =>
  text === '' || (text.length <= 63 && qualified.test(text));

/** The key of a label or annotation. */
export function isQualifiedName(key: string): boolean {
  const [name = '', prefix, ...rest] = key.split('/').reverse();
  return (
    rest.length === 0 &&
    name.length <= 63 &&
    qualified.test(name) &&
    (prefix === undefined || isSubdomain(prefix))
  );
}
