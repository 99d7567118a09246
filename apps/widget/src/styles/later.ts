// The styles that the first paint does not need. Load it with import() once the first screen is hydrated.
import './fonts-more.css';
import './motion-and-contrast.css';
import './tokens-more.css';
