import './tokens.css';
import './fonts.css';
import './base.css';
import './tokens-more.css';
import './motion-and-contrast.css';
