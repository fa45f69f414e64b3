import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react';
import { Scripts } from 'react-router';

/**
 * The page's scripts, fetched after what a person sees first: without this the browser fetches them before letters and
 * pictures, and on a slow phone nothing is drawn for a second longer. Every page can be used before they are there.
 */
export function LowPriorityScripts() {
  return <>{lowerPriority(Scripts({}))}</>;
}

/** `Scripts` has no property for it, so what it renders is changed: the links that fetch modules ahead, and the module script. */
function lowerPriority(node: ReactNode): ReactNode {
  return Children.map(node, (child) => {
    if (!isValidElement<{ children?: ReactNode }>(child)) return child;
    if (child.type === 'link')
      return cloneElement(child as ReactElement<{ fetchPriority?: string }>, { fetchPriority: 'low' });
    return child.props.children ? cloneElement(child, undefined, lowerPriority(child.props.children)) : child;
  });
}
