import { data, type MetaDescriptor } from 'react-router';
import Home from './home.tsx';

/** An unknown path shows home, with status 404 and noindex (decision 28); so do /admin and /database-test to others. */
export default Home;

export const loader = () => data(null, { status: 404 });

export const action = () => data(null, { status: 404 });

export const meta = (): MetaDescriptor[] => [{ title: 'Bisvar' }, { name: 'robots', content: 'noindex' }];
